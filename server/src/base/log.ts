import { type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

const REDACTED = ['authorization', 'cookie', 'secret', 'password', 'token', 'key'];

/**
 * JSON lines for machines, short lines on a terminal. Always on stderr: stdout is for the output of commands, so that
 * scripts can capture `visibility keys create`.
 */
export function createLog({ level, pretty }: { level: string; pretty: boolean }): Log {
  const redact = { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' };
  const options = { level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  if (pretty) return pino(options, { write: (line) => process.stderr.write(readable(line)) });
  stderr ??= openStderr();
  return pino({ ...options, hooks: { logMethod: writingErrorsNow(stderr) } }, stderr);
}

/** Lines are written together, which saves a system call per request. */
const BATCH_BYTES = 8 * 1024;
const BATCH_MS = 100;
let stderr: ReturnType<typeof openStderr> | undefined;

function openStderr() {
  const lines = pino.destination({ dest: 2, sync: true, minLength: BATCH_BYTES, periodicFlush: BATCH_MS });
  process.on('exit', () => {
    try {
      lines.flushSync();
    } catch {
      // Stderr is closed: there is no reader left.
    }
  });
  return lines;
}

const WARN = 40;

/** A warning or an error may be the last line of a process, so it is not held back. */
function writingErrorsNow(lines: { flushSync(): void }): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  return function write(args, method, level) {
    method.apply(this, args);
    if (level >= WARN) lines.flushSync();
  };
}

function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & { err?: { stack?: string } };
  const name = pino.levels.labels[Number(level)] ?? 'info';
  const fields = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${String(time).slice(11, 19)} ${name.padEnd(5)} ${String(msg ?? '')}${fields.join('')}${stack}\n`;
}

import { type Logger, pino } from 'pino';

export type Log = Logger;

const REDACTED = ['authorization', 'cookie', 'secret', 'password', 'token', 'key'];

/**
 * JSON lines for machines, short lines on a terminal. Always on stderr: stdout is for the output of commands, so that
 * scripts can capture `visibility keys create`.
 */
export function createLog({ level, pretty }: { level: string; pretty: boolean }): Log {
  const redact = { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' };
  const options = { level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, pretty ? { write: (line) => process.stderr.write(readable(line)) } : pino.destination(2));
}

function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & { err?: { stack?: string } };
  const name = pino.levels.labels[Number(level)] ?? 'info';
  const fields = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${String(time).slice(11, 19)} ${name.padEnd(5)} ${String(msg ?? '')}${fields.join('')}${stack}\n`;
}

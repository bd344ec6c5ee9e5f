import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Records every distinct SQL statement that the program runs in this process, with the file that runs it. */
export function recordStatements(folder) {
  const seen = new Set();
  subscribe('visibility:sql', (message) => {
    const { text } = /** @type {{ text: string }} */ (message);
    if (seen.has(text)) return;
    const file = sender();
    if (!file) return;
    seen.add(text);
    appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify({ file, text })}\n`);
  });
}

/** The file in `store` that sends the statement. Undefined if a test does. */
function sender() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  const files = [...stack.matchAll(/server\/(src|dist|test)\/([\w/.-]+?)\.[mc]?[jt]s\b/g)];
  const [, folder, path] = files.find(([, , name]) => !PASSED_THROUGH.includes(name)) ?? [];
  return folder === 'test' ? undefined : (path ?? 'unknown');
}

const PASSED_THROUGH = ['support/record-statements', 'support/counting', 'store/db', 'store/replica'];

import { expect, test } from 'vitest';
import { runVisibility } from './support/server-process.ts';

/** Node writes the address of every module that it loads to stderr. */
const hooks = `import { writeSync } from 'node:fs';
export function load(url, context, next) {
  writeSync(2, 'loaded ' + url + '\\n');
  return next(url, context);
}`;
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`;

test.each([[['--help']], [['keys', '--help']], [['keys', 'create', '--help']], [['verify', '--ip', '192.0.2.1']]])(
  'help and refusals load no package, so they answer at once: %j',
  async (args) => {
    const { err } = await runVisibility(args, { NODE_OPTIONS: `--import "${dataUrl(register)}"` });
    const loaded = err.match(/(?<=^loaded ).*/gm) ?? [];
    expect(loaded.filter((url) => url.endsWith('/server/dist/commands/commands.js'))).toHaveLength(1);
    expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
  },
);

test('a command that needs no database runs without the HTTP framework and the PDF maker', async () => {
  const { err } = await runVisibility(['mcp'], { NODE_OPTIONS: `--import "${dataUrl(register)}"` });
  expect(err).toContain('VISIBILITY_API_KEY is not set');
  const packages = new Set(err.match(/(?<=\/node_modules\/)(fastify|pdfmake|pg)(?=\/)/g));
  expect([...packages]).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openLookups } from './support/lookups.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test.each(['server', 'dashboard', 'sdk'])('%s looks up no name that may be any text without `own`', (folder) => {
  const source = join(root, folder, 'src/');
  const isChecked = (path: string) =>
    path.startsWith(source) && !/\.test\.tsx?$/.test(path) && !path.endsWith('base/own.ts');
  expect(openLookups(join(root, folder, 'tsconfig.json'), isChecked)).toEqual([]);
});

test('a lookup of any text is found, one of known names, numbers or in a map is not', () => {
  const folder = mkdtempSync(join(root, 'server/test/planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const planted = `
    const paces: Record<string, number> = {};
    const sizes = { small: 1, large: 2 };
    declare const text: string, size: keyof typeof sizes, list: string[], at: number, maybe: Record<string, 1> | undefined;
    export const found = [paces[text], maybe?.[text], text in sizes, (paces[text] ??= 1), sizes[text as 'small']];
    export const fine = [sizes[size], paces.small, 'small' in sizes, list[at], new Map([['a', 1]]).get(text)];
    paces[text] = 1;
    delete paces[text];
    for (const name of list) found.push(paces[name.trim()]);
  `;
  writeFileSync(join(folder, 'planted.ts'), planted);
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["planted.ts"] }');
  const found = openLookups(join(folder, 'tsconfig.json'), (path) => path.endsWith('planted.ts'));
  expect(found.map((one) => one.replace(/^.*: /, ''))).toEqual([
    'paces[text]',
    'maybe?.[text]',
    'text in sizes',
    'paces[text]',
    'paces[name.trim()]',
  ]);
});

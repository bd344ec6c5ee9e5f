import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settings } from '../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Setting {
  name: string;
  standard: string;
  meaning: string;
}

function allSettings(): Setting[] {
  const given = settings.parse({});
  return Object.entries(settings.shape).map(([name, schema]) => ({
    name,
    standard: String((given as Record<string, unknown>)[name] ?? ''),
    meaning: schema.description ?? '',
  }));
}

test('every setting has a meaning, and .env.example lists them all', async () => {
  const lines = allSettings().flatMap(({ name, standard, meaning }) => {
    expect(meaning).not.toBe('');
    return [`# ${meaning}`, `# ${name}=${standard}`, ''];
  });
  const text = ['# Copy to .env and remove the # before what you change.', '', ...lines].join('\n');
  await expect(text).toMatchFileSnapshot(join(root, '.env.example'));
});

test('the README’s table of settings is the list of settings', () => {
  const rows = allSettings().map(
    ({ name, standard, meaning }) => `| \`${name}\` | ${standard && `\`${standard}\` `}| ${meaning} |`,
  );
  // The formatter pads the columns.
  const text = read('README.md').replace(/ +/g, ' ');
  expect(text).toContain(rows.join('\n'));
});

test('every path in the documents exists', () => {
  const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(docs\/.*|[A-Z]+)\.md$/.test(name),
  );
  expect(documents.length).toBeGreaterThan(6);
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`([a-z.]+\/[\w./-]+)`|\]\((?!https?:|#)([^)#]+)/g)]
      .map((match) => match[1] ?? join(document, '..', match[2] ?? ''))
      .filter((path) => !/^(data|dashboard\/api)\b/.test(path))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('nothing that was said of one machine stands in the lockfile', () => {
  const addresses = read('package-lock.json').match(/"resolved": "(?!sdk|server|dashboard)[^"]*"/g);
  expect(addresses).toBeNull();
});

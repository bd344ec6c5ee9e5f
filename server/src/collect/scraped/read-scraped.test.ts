import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLATFORM_IDS } from '../platforms.ts';
import { readScraped, repliesIn, SCRAPER_FORMATS } from './read-scraped.ts';
import { MAPPINGS, type ScraperFormat } from './table.ts';

const golden = fileURLToPath(new URL('./golden/', import.meta.url));
const names = readdirSync(golden).filter((name) => /^[a-z-]+\.json$/.test(name));
const replyOf = (name: string): unknown => JSON.parse(readFileSync(golden + name, 'utf8'));
const formatOf = (name: string) => name.split('-')[0] as ScraperFormat;

test.each(names)('a reply becomes the answer of its golden file: %s', async (name) => {
  const answer = readScraped(formatOf(name), replyOf(name));
  const file = `${golden}${name.replace('.json', '.answer.json')}`;
  await expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot(file);
});

test('every scraper has a golden file', () => {
  expect([...new Set(names.map(formatOf))].sort()).toEqual([...SCRAPER_FORMATS].sort());
});

test('no scraper writes to the platform of an API', () => {
  const platforms = MAPPINGS.flatMap(({ surface }) => surface.platforms.map(([, platform]) => platform));
  expect(platforms.filter((platform) => PLATFORM_IDS.includes(platform))).toEqual([]);
});

test.each([
  [
    'serpapi',
    { search_parameters: { engine: 'google' } },
    'reply: contains no answer. The platform may have shown none',
  ],
  [
    'serpapi',
    { ai_overview: { page_token: 'x', serpapi_link: 'https://serpapi.example/' } },
    'reply: has only a page_token. Request ai_overview.serpapi_link, and send that reply',
  ],
  ['serpapi', { error: 'Out of searches' }, 'reply: the scraper reported an error: Out of searches'],
  ['dataforseo', { tasks: [{}, {}] }, 'reply: must be one element of tasks'],
  [
    'dataforseo',
    { status_code: 40_501, status_message: 'Invalid Field.' },
    'reply: the scraper reported an error: Invalid Field.',
  ],
  ['brightdata', { error: 'crawl_failed' }, 'reply: the scraper reported an error: crawl_failed'],
  ['cloro', { success: true, result: {} }, 'reply: contains no answer. The platform may have shown none'],
] as const)('a reply of %s without an answer is refused with the reason: %j', (format, reply, problem) => {
  expect(readScraped(format, reply)).toBe(problem);
});

test('a file can hold one reply, a list, or tasks', () => {
  expect(repliesIn('brightdata', { a: 1 })).toEqual([{ a: 1 }]);
  expect(repliesIn('brightdata', [{ a: 1 }, { a: 2 }])).toHaveLength(2);
  expect(repliesIn('dataforseo', [{ tasks: [{ id: 1 }, { id: 2 }] }, { id: 3 }])).toHaveLength(3);
});

test('anything can be read without a crash', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SCRAPER_FORMATS), fc.object({ maxDepth: 4 }), (format, reply) => {
      expect(['string', 'object']).toContain(typeof readScraped(format, reply));
    }),
    { seed: 7 },
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { API_VERSION } from '../src/api/version.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
const { db } = useDatabase();
const DEPRECATED = { listKeywords: { since: '2026-01-31', sunset: '2027-01-31' }, getKeyword: { since: '2026-01-31' } };
const server = useApp(db, { deprecations: DEPRECATED });

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/docs/${name.replace(/\.md$/, '')}`);
const root = ['readme', 'security', 'architecture', 'contributing', 'changelog', 'examples'].map(
  (name) => `/docs/${name}`,
);

const get = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test.each([...pages, ...root])('200: %s is served as HTML and as Markdown', async (path) => {
  const html = await get(path);
  expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(html.text).toContain(`<a href="${path}" aria-current="page">`);
  const markdown = await get(`${path}.md`);
  expect([markdown.status, markdown.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  const title = /^# (.*)$/m.exec(markdown.text)?.[1]?.replaceAll('`', '') ?? '';
  expect(html.text.replaceAll('<code>', '')).toContain(`>${title}`);
});

test('every link of every page leads to something, and to a heading that exists', async () => {
  const known = new Map<string, { status: number; text: string }>();
  const load = async (path: string) => {
    const found = known.get(path) ?? (await get(path));
    known.set(path, found);
    return found;
  };
  const broken: string[] = [];
  const documents = [...pages, ...root].flatMap((page) => [page, `${page}.md`]);
  for (const path of ['/docs', '/docs/reference', ...documents]) {
    const { text } = await load(path);
    const links = path.endsWith('.md') ? /\]\(([^)\s]+)/g : /(?:href|src)="([^"]*)"/g;
    for (const [, link = ''] of text.matchAll(links)) {
      // The dashboard is not part of this server.
      if (/^(https?|mailto):|^\/$/.test(link)) continue;
      const [target, anchor] = link.split('#');
      const { status, text: there } = await load(target || path);
      const isHeading = anchor === undefined || path.endsWith('.md') || there.includes(`id="${anchor}"`);
      if (status !== 200 || !isHeading || !link.startsWith(target ? '/' : '#')) broken.push(`${path}: ${link}`);
    }
  }
  expect(known.size).toBeGreaterThan(60);
  expect(broken).toEqual([]);
});

test('llms.txt lists every page as Markdown, and the index every page and the reference', async () => {
  const [list, index] = [await get('/llms.txt'), await get('/docs')];
  expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(list.text).toMatch(/^# Visibility Data Service\n\n> \w/);
  for (const page of [...pages, ...root]) {
    expect(list.text).toContain(`](${page}.md)`);
    expect(index.text).toContain(`href="${page}"`);
  }
  expect(index.text).toContain('href="/docs/reference"');
});

test('the pages list every setting and metric, which the repository has elsewhere', async () => {
  const [settings, statistics] = [await get('/docs/settings.md'), await get('/docs/statistics.md')];
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const given = [...example.matchAll(/^# (.*)\n# (\w+)=(.*)$/gm)];
  expect(given.length).toBeGreaterThan(60);
  for (const [, meaning, name, standard] of given)
    expect(settings.text).toContain(`- \`${name}\`${standard && ` (\`${standard}\`)`}: ${meaning}\n`);
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const { body } = await call(server, '/api/v1/metrics', { key });
  expect(body.data.length).toBeGreaterThan(10);
  for (const { formula, denominator } of body.data)
    expect(statistics.text).toContain(`| ${formula.replaceAll('|', '\\|')} | ${denominator} |\n`);
});

test('search finds every section of every page and of the reference, at an address that exists', async () => {
  const sections: { url: string; title: string; text: string }[] = JSON.parse((await get('/docs/search.json')).text);
  const found = (words: string) => sections.filter(({ text }) => text.includes(words)).map(({ url }) => url);
  expect(found('disables the webhook immediately')).toEqual(['/docs/webhooks#respond']);
  expect(found('/api/v1/keywords/{keyword_id}/')).not.toContain('/docs/reference#operation/createKeywords');
  expect(sections.map(({ url }) => url)).toEqual(expect.arrayContaining(['/docs/reference#operation/createKeywords']));
  const named = new Set(sections.map(({ url }) => url.split('#')[0]));
  for (const page of [...pages, ...root]) expect(named).toContain(page);
});

test('404: a page that does not exist, and nothing outside the folder', async () => {
  for (const path of [
    '/docs/no-such-page',
    '/docs/../package.json',
    '/docs/%2e%2e/dashboard/index.html',
    '/docs/..%2fdashboard/index.html',
  ]) {
    expect((await get(path)).status).toBe(404);
  }
});

test('a deprecated operation says since when, until when, and where to read about it', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const list = await call(server, '/api/v1/keywords?per_page=5', { key });
  expect([list.status, list.headers.get('deprecation')]).toEqual([200, '@1769817600']);
  expect(list.headers.get('sunset')).toBe('Sun, 31 Jan 2027 00:00:00 GMT');
  expect(list.headers.get('link')).toContain('</docs/api-changes>; rel="deprecation"; type="text/html"');
  expect(list.headers.get('link')).toContain('rel="next"');
  const refused = await call(server, '/api/v1/keywords');
  expect([refused.status, refused.headers.get('deprecation')]).toEqual([401, '@1769817600']);
  const one = await call(server, '/api/v1/keywords/kw_unknown', { key });
  expect([one.status, one.headers.get('deprecation'), one.headers.get('sunset')]).toEqual([404, '@1769817600', null]);
  expect((await call(server, '/api/v1/mentions', { key })).headers.get('deprecation')).toBeNull();
  const { paths } = JSON.parse((await get('/openapi.json')).text);
  expect([paths['/api/v1/keywords'].get.deprecated, paths['/api/v1/mentions'].get.deprecated]).toEqual([
    true,
    undefined,
  ]);
});

test('the changelog of the API has an entry for this version', () => {
  expect(readFileSync(`${folder}api-changes.md`, 'utf8')).toContain(`\n## ${API_VERSION}\n`);
});

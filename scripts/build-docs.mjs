// Builds the pages under /docs: every document as HTML and Markdown, an index, a search, llms.txt and the API reference.
// Needs the built server. Fails if a link between documents leads nowhere.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { openApiDocument } from '../server/dist/api/openapi/openapi.js';
import { v1Routes } from '../server/dist/api/v1/v1.js';
import { settings } from '../server/dist/config.js';
import { METRICS } from '../server/dist/score/metrics.js';
import { referenceOf } from './build-reference.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'server', 'assets', 'docs');
const read = (path) => readFileSync(join(root, path), 'utf8');

const TITLE = 'Visibility Data Service';
const REFERENCE = { path: '', url: '/docs/reference', title: 'API reference' };
/** Lists that the code has already. A document says where: `<!-- list: settings -->`. */
const LISTS = { settings: settingsText, metrics: metricsText };

rmSync(out, { recursive: true, force: true });
const sections = [];
const pages = findPages('README.md');
const groups = groupsOf(pages);
for (const page of pages.values()) writePage(page);
write('index.html', frame({ title: 'Documentation', main: indexHtml() }));
writeReference();
write('search.json', JSON.stringify(sections));
write('llms.txt', llmsText());
for (const name of ['docs.css', 'docs.js']) write(name, sourceOf(name));
write('favicon.svg', read('dashboard/public/favicon.svg'));

/** Every document that can be reached from this one, by its path in the repository. */
function findPages(start) {
  const found = new Map();
  const follow = (path) => {
    if (found.has(path)) return;
    const text = read(path).replaceAll(/^<!-- list: (\w+) -->\n/gm, (_, name) => LISTS[name]());
    found.set(path, { path, url: urlOf(path), text, title: /^# (.*)$/m.exec(text)?.[1] ?? path });
    for (const target of linksIn(text, path)) if (target.endsWith('.md')) follow(target);
  };
  follow(start);
  return found;
}

function settingsText() {
  const defaults = settings.parse({});
  const lines = Object.entries(settings.shape).map(([name, { description }]) => {
    const standard = String(defaults[name] ?? '');
    return `- \`${name}\`${standard && ` (\`${standard}\`)`}: ${description}\n`;
  });
  return lines.join('');
}

function metricsText() {
  const rows = METRICS.map(
    ({ id, version, formula, denominator }) =>
      `| \`${id}\` (${version}) | ${formula.replaceAll('|', '\\|')} | ${denominator} |\n`,
  );
  return `| id (version) | formula | denominator |\n|---|---|---|\n${rows.join('')}`;
}

/** The paths in the repository that a document links to. */
function linksIn(text, path) {
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target);
  return targets.map((target) => normalize(join(dirname(path), target)));
}

/** `docs/api.md` → `/docs/api`, `SECURITY.md` → `/docs/security`, `examples/README.md` → `/docs/examples`. */
function urlOf(path) {
  const name = path.replace(/^docs\//, '').replace(/(?<=.)\/README\.md$|\.md$/, '');
  return `/docs/${name.toLowerCase()}`;
}

/** The groups of the table in the README, then the pages that are not in it. */
function groupsOf(all) {
  const rows = [...read('README.md').matchAll(/^\| ([^|]+) \| (.*\]\(.*) \|$/gm)];
  const named = rows.map(([, title, links]) => ({
    title,
    pages: [...new Set(linksIn(links, 'README.md'))].flatMap((path) => all.get(path) ?? []),
  }));
  const placed = new Set();
  for (const group of named) {
    group.pages = group.pages.filter((page) => !placed.has(page));
    for (const page of group.pages) placed.add(page);
  }
  const rest = [...all.values()].filter((page) => !placed.has(page));
  named.find(({ title }) => title === 'Call the API').pages.unshift(REFERENCE);
  return [...named, { title: 'More', pages: rest }].filter((group) => group.pages.length > 0);
}

function writePage(page) {
  const name = page.url.replace('/docs/', '');
  write(
    `${name}.md`,
    page.text.replaceAll(/(?<=\]\()(?!https?:)[^)\s]+(?=[)\s])/g, (link) => linkTo(link, page, '.md')),
  );
  const html = micromark(page.text.replaceAll(/^<!--.*-->\n/gm, ''), {
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
  });
  const linked = html.replaceAll(/(?<=<(?:a href|img src)=")[^"]*/g, (link) => linkTo(link, page, ''));
  const main = withAnchors(linked)
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');
  write(`${name}.html`, frame({ title: page.title, main, page }));
  addToSearch(page, main);
}

function writeReference() {
  const baseUrl = 'http://localhost:4000';
  const { nav, main } = referenceOf(openApiDocument(v1Routes({ baseUrl }), { baseUrl }));
  write('reference.html', frame({ title: REFERENCE.title, main, nav }));
  addToSearch(REFERENCE, main);
}

function plain(html) {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** What `docs.js` searches: address, title and text of each section. */
function addToSearch({ url, title }, html) {
  for (const [, id, heading, rest] of html.matchAll(/<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>(.*?)(?=<h[1-4] id=|$)/gs)) {
    const [name, text] = [heading, rest].map(plain);
    sections.push({ url: `${url}#${id}`, title: name === title ? title : `${title}: ${name}`, text });
  }
}

/** Where a link of a page leads on the server. Other files of the repository are copied as text. */
function linkTo(link, page, ending) {
  if (/^[a-z]+:|^#/.test(link)) return link;
  const [target, anchor] = link.split('#');
  const path = normalize(join(dirname(page.path), target));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const other = pages.get(path);
  if (other) return `${other.url}${ending}${hash}`;
  if (!existsSync(join(root, path)) || !statSync(join(root, path)).isFile()) {
    throw new Error(`${page.path} links to ${link}, which does not exist`);
  }
  const copy = /\.(png|svg|json)$/.test(path)
    ? path.replace(/^docs\//, '')
    : `files/${path.replace(/^docs\/|^\./, '')}.txt`;
  mkdirSync(dirname(join(out, copy)), { recursive: true });
  cpSync(join(root, path), join(out, copy));
  return `/docs/${copy}${hash}`;
}

/** The anchors that GitHub gives to headings. */
function withAnchors(html) {
  const seen = new Map();
  return html.replaceAll(/<h([1-6])>(.*?)<\/h\1>/g, (_, level, inner) => {
    const text = inner.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '');
    const base = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    const id = count === 0 ? base : `${base}-${count}`;
    return `<h${level} id="${id}"><a class="anchor" href="#${id}">${inner.includes('<a ') ? '' : inner}</a>${inner.includes('<a ') ? inner : ''}</h${level}>`;
  });
}

/** The first sentence, without marks. */
function summaryOf({ text }) {
  const paragraph = text.split(/\n\n+/).find((part) => /^[-A-Za-z`[*]/.test(part)) ?? '';
  const plain = paragraph.replaceAll(/\]\([^)]*\)|[`*[]|^- /g, '').replaceAll(/\s+/g, ' ');
  return /^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain.replace(/:$/, '.');
}

function indexHtml() {
  const parts = groups.map(({ title, pages: inGroup }) => {
    const items = inGroup.map((page) => {
      const about = page === REFERENCE ? 'Every request with fields, examples and samples.' : summaryOf(page);
      return `<li><a href="${page.url}">${escaped(page.title)}</a><p>${escaped(about)}</p></li>`;
    });
    return `<section><h2>${escaped(title)}</h2><ul class="cards">${items.join('')}</ul></section>`;
  });
  return `<h1>Documentation</h1>${parts.join('')}`;
}

function llmsText() {
  const parts = groups.map(({ title, pages: inGroup }) => {
    const items = inGroup.map((page) =>
      page === REFERENCE
        ? '- [OpenAPI document](/openapi.json): Every request with fields, examples and samples.'
        : `- [${page.title}](${page.url}.md): ${summaryOf(page)}`,
    );
    return `## ${title}\n\n${items.join('\n')}\n`;
  });
  return `# ${TITLE}\n\n> ${summaryOf(pages.get('README.md'))}\n\n${parts.join('\n')}`;
}

function navHtml(current) {
  const section = ({ title, pages: inGroup }) =>
    `<h2>${escaped(title)}</h2><ul>${inGroup
      .map(
        (page) =>
          `<li><a href="${page.url}"${page === current ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`,
      )
      .join('')}</ul>`;
  return groups.map(section).join('');
}

function headerHtml() {
  return `<header><a class="brand" href="/docs" aria-label="Documentation"><img src="/docs/favicon.svg" width="22" height="22" alt=""><span>Documentation</span></a><span class="space"></span>
<search hidden><input type="search" placeholder="Search" aria-label="Search the documentation"><ul></ul></search>
<a href="/">Dashboard</a><a href="/docs/reference">API reference</a><button id="scheme" type="button" hidden>Dark mode</button></header>`;
}

function frame({ title, main, page, nav = navHtml(page) }) {
  const twin = page ? `<p class="twin"><a href="${page.url}.md">Markdown</a></p>` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
<title>${escaped(title)} · ${TITLE}</title>
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js"></script>
</head>
<body>
${headerHtml()}
<div class="columns"><details class="pages" open><summary>Contents</summary><nav aria-label="Pages">${nav}</nav></details><main>${twin}${main}</main></div>
</body>
</html>
`;
}

/** A file of scripts/docs. The style sheet begins with the colors of the dashboard. */
function sourceOf(name) {
  const text = read(`scripts/docs/${name}`);
  if (name !== 'docs.css') return text;
  const [colors] = /^:root \{.*?^\}\n/ms.exec(read('dashboard/src/global.css'));
  return colors + text;
}

function write(name, text) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), text);
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', '');
}

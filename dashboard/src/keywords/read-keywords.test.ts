import { expect, test } from 'vitest';
import { readCsv, readPasted } from './read-keywords.ts';

const good = (text: string) => readCsv(text).lines.filter(({ problems }) => problems.length === 0);

test.each([
  ['commas', 'keyword,tags\ncrm,"a; b"\n'],
  ['semicolons', 'keyword;tags\ncrm;a|b\n'],
  ['tabs', 'keyword\ttags\ncrm\ta, b\n'],
  ['a byte order mark and Windows line ends', '\uFEFFKeyword,Tags\r\ncrm,"a, b"\r\n'],
  ['empty lines and cells with spaces', 'keyword , tags\n , \n\n crm , "a; b" \n'],
  ['columns in another order', 'tags,country,keyword\n"a;b",,crm\n'],
])('keywords are read from a file with %s', (_, text) => {
  expect(good(text).map(({ keyword }) => keyword)).toEqual([
    { keyword: 'crm', tags: ['a', 'b'], country: null, language: null },
  ]);
});

test('without a header the usual columns are taken', () => {
  expect(good('crm,sales,de,de-AT\nerp')).toEqual([
    { line: 1, problems: [], keyword: { keyword: 'crm', tags: ['sales'], country: 'DE', language: 'de-AT' } },
    { line: 2, problems: [], keyword: { keyword: 'erp', tags: [], country: null, language: null } },
  ]);
});

test.each([
  ['keyword,country\ncrm,Germany', ['“GERMANY” is not a country code such as DE']],
  ['keyword,language\ncrm,english!', ['“english!” is not a language code such as en or pt-BR']],
  ['keyword,tags\n,planning', ['keyword is missing']],
  [`keyword\n${'é'.repeat(201)}`, ['keyword is longer than 200 characters']],
  ['keyword\nab\u202ec', ['contains invisible characters']],
  ['keyword\ncrm,a,b', ['has more columns than the first line']],
])('%j is reported before anything is sent', (text, problems) => {
  expect(readCsv(text).lines[0]?.problems).toEqual(problems);
});

test('a duplicate keyword is reported with the line of the first; another country makes it a different keyword', () => {
  const { lines } = readCsv('keyword,country\nCRM  tools,\ncrm tools,\ncrm tools,DE');
  expect(lines.map(({ problems }) => problems)).toEqual([[], ['duplicate of line 2'], []]);
});

test('an unclosed quote is reported', () => {
  expect(readCsv('keyword\n"crm\nerp').problem).toBe('The quote opened on line 2 is not closed.');
});

test('pasted lines share tags and market, and empty ones do not count', () => {
  const { lines } = readPasted(' crm \n\n erp\n', { tags: ['a'], country: 'DE', language: null });
  expect(lines.map(({ line, keyword }) => [line, keyword.keyword, keyword.tags])).toEqual([
    [1, 'crm', ['a']],
    [3, 'erp', ['a']],
  ]);
});

import { expect, test } from 'vitest';
import { csvLine, parseCsv, readCsv } from './csv.ts';

test.each([
  ['=1+2', "'=1+2"],
  ['+cmd|calc', "'+cmd|calc"],
  ['-2+3', "'-2+3"],
  ['@sum(a1)', "'@sum(a1)"],
  ['|cmd', "'|cmd"],
  ['%x', "'%x"],
  ['＝1+2', "'＝1+2"],
  ['＠x', "'＠x"],
  [' @sum(a1)', "' @sum(a1)"],
  ['\tx', "'\tx"],
  ['\n=1', `"'\n=1"`],
  ["'=1", "''=1"],
  ['=1,2', `"'=1,2"`],
  ['+13%', '+13%'],
  ['-5', '-5'],
  ["'quoted'", "'quoted'"],
  ['say "hi"', '"say ""hi"""'],
  [' padded ', '" padded "'],
  ['a; b', '"a; b"'],
])('%j is written so that no spreadsheet runs it, and restored when parsed', (text, written) => {
  expect(csvLine([text, 7])).toBe(`${written},7\r\n`);
  expect(parseCsv(csvLine([text, 7]))).toEqual([{ line: 1, cells: [text, '7'], isUnclosed: false }]);
});

test('numbers stay numbers, undefined is an empty cell, and records are JSON', () => {
  expect(csvLine([-5, null, undefined, true, ['=1']])).toBe('-5,,,true,"[""=1""]"\r\n');
});

test('quoted cells may contain separators, quotes and line breaks, and line numbers are correct', () => {
  const rows = parseCsv('keyword\n"say ""hi"", all\r\nof you"\n\r\n "after a space" ,x\rlast');
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'keyword'],
    [2, 'say "hi", all\r\nof you'],
    [5, 'after a space ', 'x'],
    [6, 'last'],
  ]);
});

test.each([',', ';', '\t'])('cells may be separated by %j, after a byte order mark', (sign) => {
  const text = `\ufeff"a,;b"${sign}b\r\n1${sign}2\r\n`;
  expect(parseCsv(text).map(({ cells }) => cells)).toEqual([
    ['a,;b', 'b'],
    ['1', '2'],
  ]);
});

test('text in any chunks gives the same rows', async () => {
  const text = `\ufeff${csvLine(['a "b"', "'=x", 'line\r\nbreak'])}${csvLine(['😀', '', '-'])}`;
  const whole = parseCsv(text);
  expect(whole.map(({ cells }) => cells)).toEqual([
    ['a "b"', "'=x", 'line\r\nbreak'],
    ['😀', '', '-'],
  ]);
  for (const size of [1, 2, 3, 7]) {
    const rows = [];
    for await (const row of readCsv(inPieces(text, size))) rows.push(row);
    expect(rows).toEqual(whole);
  }
});

async function* inPieces(text: string, size: number) {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}

test('a row with an unclosed quote is marked', () => {
  expect(parseCsv('keyword\n"crm\nerp').map(({ line, isUnclosed }) => [line, isUnclosed])).toEqual([
    [1, false],
    [2, true],
  ]);
});

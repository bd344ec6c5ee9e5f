import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test('an excerpt is the plain text of a passage: no headings, bullets, tables, links or markers', () => {
  const passage =
    '## Options\n\n| Tool | Price |\n|---|---|\n1. **Acme** – [the guide](https://a.example/x) says so.[1]\n---\n';
  expect(excerptOf(passage, 200)).toBe('Options Tool | Price Acme – the guide says so.');
});

test('a long excerpt is cut after a whole word, or between characters if there are no spaces, and ends with an ellipsis', () => {
  expect(excerptOf('Boards for small teams', 16)).toBe('Boards for…');
  expect(excerptOf('Boards for small teams', 17)).toBe('Boards for small…');
  expect(excerptOf('🦩🦩🦩🦩', 3)).toBe('🦩🦩…');
  expect(excerptOf('', 3)).toBe('');
});

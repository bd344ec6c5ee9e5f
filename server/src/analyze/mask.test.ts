import { expect, test } from 'vitest';
import { maskMarkdown } from './mask.ts';

/** The rest of a text, with a dot for every masked part. */
function visible(text: string): string {
  let left = '';
  let at = 0;
  for (const { start, end } of maskMarkdown(text)) {
    left += `${text.slice(at, start)}·`;
    at = end;
  }
  return left + text.slice(at);
}

test.each([
  ['a `b` c', 'a · c'],
  ['a ``b ` c`` d', 'a · d'],
  ['a ` b', 'a ` b'],
  ['a `b\n\nc` d', 'a `b\n\nc` d'],
  ['a \\`b` c', 'a \\`b` c'],
  ['x\n```js\ncode\n```\ny', 'x\n·y'],
  ['x\n  ~~~\ncode\n~~~~\ny', 'x\n·y'],
  ['```\na\n~~~\nb\n```\nc', '·c'],
  ['> ```\n> a\n> ```\nb', '·b'],
  ['```never closed', '·'],
  ['```a``` b', '· b'],
])('code is masked: %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each([
  ['[a](http://b) c', '[a· c'],
  ['[a](b "t (x)") c', '[a· c'],
  ['[a](http://b/c_(d)) e', '[a· e'],
  ['[a](<b c>) d', '[a· d'],
  ['[a](b\\)c) d', '[a· d'],
  ['[a](b c) d', '[a](b c) d'],
  ['[a] (b)', '[a] (b)'],
  ['a](b)', 'a](b)'],
  ['![a](b) c', '· c'],
  ['[![a](b)](c) d', '[·· d'],
  ['[a]: http://b "T"\nc', '·\nc'],
  ['([b.com](https://www.b.com/x)) c', '· c'],
  ['([Guide](https://b.com)) c', '([Guide·) c'],
])('link targets and images are masked, link text is not: %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each([
  ['see http://a.b/c.', 'see ·.'],
  ['see HTTPS://a.b/c, d', 'see ·, d'],
  ['(http://a.b/c_(d)) e', '(·) e'],
  ['(see http://a.b/c) d', '(see ·) d'],
  ['**http://a.b** c', '**·** c'],
  ['|http://a.b|c|', '|·|c|'],
  ['www.a.com b', '· b'],
  ['awww.b', 'awww.b'],
  ['a.com/b c', '· c'],
  ['a.com/B c', 'a.com/B c'],
  ['Node.js/deno', 'Node.js/deno'],
  ['and/or 1/2', 'and/or 1/2'],
  ['a.com b', 'a.com b'],
  ['http:// b', '· b'],
  ['见https://a.com。好', '见·。好'],
  ['见https://a.com了解', '见·了解'],
  ['https://a.cn/小米 b', '· b'],
])('URLs are masked to their end: %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each([
  ['a[1] b', 'a· b'],
  ['a[1][2] b', 'a·· b'],
  ['a[1, 2] b', 'a· b'],
  ['a[1-3] b', 'a· b'],
  ['a[^1^] b[^2]', 'a· b·'],
  ['a【1†source】 b【12:0†x】', 'a· b·'],
  ['a \\[1] b', 'a \\[1] b'],
  ['a[x] b[2024] c[]', 'a[x] b[2024] c[]'],
  ['a[1](http://b)', 'a[1·'],
])('citation markers are masked: %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writingsOf } from './aliases.ts';
import { analyze, prepareSubject } from './analyze.ts';
import { foldText } from './fold.ts';
import type { Alias } from './subject.ts';

const ALIASES = [
  'Acme',
  'Acme Cloud',
  'Straße',
  'HubSpot',
  'monday.com',
  '小米',
  'ガスト',
  '한국',
  'نونسوفت',
  'AT&T',
  'aa',
];
const subject = subjectOf(ALIASES.map((text) => ({ text, case: 'insensitive' })));
const read = (text: string, using = subject) => analyze({ text, cited: [], retrieved: [] }, using);

function subjectOf(aliases: Alias[]) {
  return prepareSubject({ brand: { id: 'brand', aliases, domains: [] }, competitors: [] });
}

const name = fc.constantFrom(
  ...ALIASES,
  'ACME',
  'Acme-Cloud',
  'acme\ncloud',
  'STRASSE',
  'ｶﾞｽﾄ',
  'Hub Spot',
  'ﬁnal',
  'A\u0301cme',
);
const noise = fc.constantFrom(
  ' ',
  '. ',
  '\n',
  '\n\n',
  ', ',
  '-',
  '(',
  '的',
  'の',
  '는',
  'x',
  '1',
  'é',
  '👍',
  '\u0301',
  '\ud83d',
  '\u200d',
  '\t',
);
const markup = fc.constantFrom(
  '**',
  '_',
  '`',
  '```\n',
  '[',
  '](https://a.com/b)',
  '[1]',
  '【1†a】',
  '| ',
  '# ',
  '- ',
  '1. ',
  'https://a.b/',
  '<br>',
  '\\',
  '![',
);
const prose = fc.array(fc.oneof(name, noise), { maxLength: 40 }).map((parts) => parts.join(''));
const markdown = fc.array(fc.oneof(name, noise, markup), { maxLength: 60 }).map((parts) => parts.join(''));

test('offsets always point at the text that was matched', () => {
  const written = new Set(
    ALIASES.flatMap((text) => writingsOf({ text, case: 'insensitive' }).map(({ units }) => units)),
  );
  fc.assert(
    fc.property(markdown, (text) => {
      for (const [start, end] of read(text).mentions.flatMap(({ spans }) => spans)) {
        expect(written).toContain(foldText(text.slice(start, end)).replaceAll('-', ' '));
      }
    }),
  );
});

test('occurrences are in reading order and do not overlap', () => {
  const each = prepareSubject({
    brand: { id: 'brand', aliases: [], domains: [] },
    competitors: ALIASES.map((text, id) => ({ id: String(id), aliases: [{ text }], domains: [] })),
  });
  fc.assert(
    fc.property(markdown, (text) => {
      const { mentions } = read(text, each);
      const spans = mentions.flatMap((mention) => mention.spans).sort(([a], [b]) => a - b);
      for (const [i, [start]] of spans.entries()) expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.[1] ?? 0);
      const firsts = mentions.map((mention) => mention.spans[0]?.[0] ?? -1);
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    }),
  );
});

test('matching is the same for any split into masked parts', () => {
  const masked = fc.constantFrom(' `code` ', '[1]', '【2†x】', ' `` a ` b `` ');
  fc.assert(
    fc.property(fc.array(fc.tuple(prose, masked), { maxLength: 6 }), prose, (parts, last) => {
      const expected: [number, number][] = [];
      let text = '';
      for (const [piece, mask] of [...parts, [last, ''] as const]) {
        const spans = read(piece).mentions.flatMap((mention) => mention.spans);
        expected.push(...spans.map(([start, end]): [number, number] => [text.length + start, text.length + end]));
        text += piece + mask;
      }
      expect(read(text).mentions.flatMap((mention) => mention.spans)).toEqual(expected);
    }),
  );
});

test('composed and decomposed text give the same mentions', () => {
  fc.assert(
    fc.property(prose, (text) => {
      const count = (form: string) => read(text.normalize(form)).mentions.flatMap(({ spans }) => spans).length;
      expect(count('NFD')).toBe(count('NFC'));
    }),
  );
});

test('no text or alias makes the analysis throw, and analyzing twice gives the same result', () => {
  const anyText = fc.oneof(markdown, fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }));
  const anyAlias = fc.record({
    text: fc.oneof(fc.string({ unit: 'binary' }), name),
    case: fc.constantFrom('smart', 'exact', 'insensitive'),
    requireAny: fc.array(fc.string(), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(anyText), fc.array(anyAlias, { maxLength: 5 }), (texts, aliases) => {
      const answer = {
        text: texts.join(''),
        cited: [{ url: texts[0] ?? '', title: texts[1], spans: [[3, 1] as [number, number]] }],
        retrieved: [],
      };
      const prepared = subjectOf(aliases as Alias[]);
      expect(analyze(answer, prepared)).toEqual(analyze(answer, prepared));
    }),
  );
});

const HOSTILE = [
  '[',
  ']',
  '](',
  '[](',
  '[a](',
  '[a](b ',
  '[a](<',
  '![',
  '`',
  '`` ` ',
  '```\n',
  '~~~\n',
  '|',
  '|-',
  '| Acme |\n|--|--|\n',
  '(',
  '((',
  '([a.b](',
  '*',
  '**Acme',
  '_',
  '\\',
  '<',
  '<a ',
  '#',
  '# Acme\n',
  '> ',
  '- ',
  '- Acme\n',
  '1. Acme\n',
  '1. Acme\n\nx\n\n',
  '## 1. Acme\n# x\n',
  'Acme',
  'Acme ',
  'Acme. ',
  'Acme, but ',
  'acme\u0301',
  'aa',
  'aa ',
  'ß',
  '𝐀',
  '\ud800',
  '\udc00',
  '\u0301',
  '\u3099',
  '\u11a8',
  '\u200d',
  '\n',
  ' ',
  '\t\n',
  '.',
  '.)',
  '. ',
  '!',
  '…',
  'e.g. ',
  '[1]',
  '[1, ',
  '[1](',
  '[^',
  '【',
  '【1†',
  '[a]: http://x\n',
  '\n[',
  'http://',
  'http://a.b/',
  'www.',
  'www.a.b ',
  'a.b/',
  'a.com/b ',
  '://',
  ':/',
  '/',
  'a.',
  '@',
  '他说小米',
  'ガ',
  '한',
  'ون',
  "n't ",
];

test.each(HOSTILE)('eight times the text takes less than thirty times as long: %j', (piece) => {
  const small = piece.repeat(Math.ceil(10_000 / piece.length));
  const large = piece.repeat(Math.ceil(80_000 / piece.length));
  expect(
    timesAsLong(
      () => read(large),
      () => read(small),
    ),
  ).toBeLessThan(30);
});

test('runs of backticks of every length, lists of every depth and nested wrappers are linear too', () => {
  const growing = (length: number, piece: (i: number) => string) => {
    let text = '';
    for (let i = 1; text.length < length; i++) text += piece(i);
    return text;
  };
  for (const piece of [
    (i: number) => `${'`'.repeat(i)} `,
    (i: number) => `${' '.repeat(i)}- Acme\n`,
    (i: number) => `${' '.repeat(i)}${i % 9}. Acme\n`,
  ]) {
    const [large, small] = [growing(80_000, piece), growing(10_000, piece)];
    expect(
      timesAsLong(
        () => read(large),
        () => read(small),
      ),
    ).toBeLessThan(30);
  }
  const wrapped = (depth: number) => 'https://google.com/url?q='.repeat(depth);
  const cite = (url: string) => () =>
    analyze({ text: '', cited: [{ url, title: undefined, spans: [] }], retrieved: [] }, subject);
  expect(timesAsLong(cite(wrapped(4800)), cite(wrapped(600)))).toBeLessThan(30);
});

test('ten megabytes of any text are analyzed in one call', () => {
  const piece = 'Acme is `good` [1](https://a.b/c). [](`|\n\ud800\u0301【(\n';
  const text = piece.repeat((10 * 1024 * 1024) / piece.length);
  expect(duration(() => read(text))).toBeLessThan(20_000);
}, 60_000);

/** How much more CPU time the larger work takes. Measured again if other processes may have slowed it down. */
function timesAsLong(larger: () => void, smaller: () => void): number {
  let large = Number.POSITIVE_INFINITY;
  let small = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 30; attempt++) {
    small = Math.min(small, duration(smaller));
    large = Math.min(large, duration(larger));
    // A millisecond is added because shorter times are dominated by the garbage collector.
    if (large < 15 * (small + 1)) break;
  }
  return large / (small + 1);
}

/** CPU time in milliseconds, because wall time on a busy machine includes other processes. */
function duration(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

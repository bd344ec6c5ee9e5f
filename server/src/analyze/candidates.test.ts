import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareSubject } from './analyze.ts';
import { findCandidates } from './candidates.ts';

const subject = prepareSubject({
  brand: { id: 'brand', aliases: [{ text: 'Heron Board' }], domains: ['heronboard.example'] },
  competitors: [{ id: 'cmp_1', aliases: [{ text: 'Aplomb' }], domains: [] }],
});

function namesIn(...lines: string[]): string[] {
  return findCandidates(lines.join('\n'), subject).map(({ name }) => name);
}

test.each<[string, string[], string[]]>([
  ['numbers', ['1. Heron Board – good', '2. Trackmill – cheap', '3. **Pondero**: new'], ['Trackmill', 'Pondero']],
  ['bullets and links', ['- [Mappello](https://m.example) is fine', '- **Aplomb** – calm'], ['Mappello']],
  ['bare items', ['* Trackmill', '* Heron Board', '* monday.com'], ['Trackmill', 'monday.com']],
  ['tables', ['| Tool | Price |', '|---|---|', '| Heron Board | 5 |', '| Quill Stack | 6 |'], ['Quill Stack']],
  ['headings', ['### 1. Heron Board', 'Good.', '### 2. Sonderplan', 'Better.'], ['Sonderplan']],
  ['other scripts', ['1. Heron Board：好', '2. 钉钉：办公', '3. Яндекс Трекер — задачи'], ['钉钉', 'Яндекс Трекер']],
  ['a name listed twice', ['- Heron Board', '- Trackmill', '- TRACKMILL', '- Trackmill'], ['Trackmill']],
])('names next to a tracked brand are found: %s', (_name, lines, names) => {
  expect(namesIn(...lines)).toEqual(names);
});

test.each<[string, string[]]>([
  ['a list without a tracked brand', ['- Trackmill', '- Pondero']],
  ['a tracked brand that is only a comparison', ['- **Trackmill** – cheaper than Heron Board', '- **Pondero** – new']],
  ['a tracked brand in another list', ['- Heron Board', '- Aplomb', '', 'Look for:', '', '1. Trackmill', '2. Pondero']],
  ['a list of one', ['- Heron Board', '', 'Trackmill is fine too.']],
  ['headings', ['- Heron Board', '- Pricing', '- Best Value', '- Ease of use', '- Best for teams']],
  [
    'sentences',
    ['- Heron Board', '- Trackmill is what most teams of this size use today', '- Why Trackmill? Because.'],
  ],
  ['lower case', ['- Heron Board', '- something else']],
  ['numbers alone', ['- Heron Board', '- 2026', '- ***']],
  ['code', ['```', '- Heron Board', '- Trackmill', '```']],
])('a text that is not a competitor name is ignored: %s', (_name, lines) => {
  expect(namesIn(...lines)).toEqual([]);
});

test('the context is the item’s own sentence, as plain text', () => {
  const [found] = findCandidates('1. Heron Board – good\n2. **Trackmill** – cheap and *quick*. Really.', subject);
  expect(found).toEqual({ name: 'Trackmill', context: 'Trackmill – cheap and quick.' });
});

test.each([
  '<script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  'Track\u202emill',
  '\u2066Trackmill\u2069',
  'Track\0mill',
  '{{constructor}}',
  `A${'a'.repeat(100_000)}`,
  'A '.repeat(50_000),
  '**'.repeat(50_000),
  '[['.repeat(50_000),
  '\ud800\ud800',
])('hostile text does not become a dangerous name: %j', (item) => {
  for (const { name } of findCandidates(`- Heron Board\n- ${item}\n- ${item} – x`, subject)) {
    expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’&+!-]{0,39}$/u);
  }
});

test('any text gives short names that it contains, and no tracked ones', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '- ',
      '1. ',
      '2. ',
      '| ',
      '**',
      '\n',
      ' – ',
      ': ',
      'Heron Board',
      'Aplomb',
      'Trackmill',
      '```\n',
      '## ',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const found = findCandidates(pieces.join(''), subject);
      for (const { name, context } of found) {
        expect(name.length).toBeLessThanOrEqual(40);
        expect(context.length).toBeLessThanOrEqual(300);
        expect(name).not.toMatch(/[<>\n\0]/);
        expect(name.isWellFormed()).toBe(true);
      }
      expect(found.map(({ name }) => name)).not.toContain('Aplomb');
    }),
  );
});

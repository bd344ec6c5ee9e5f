import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Words that make a reader stumble, and what to write instead. */
const wordList: [RegExp, string][] = [
  [/\bletters?\b(?!-|(,| and| or) (digits|numbers))/i, 'email (of the alphabet: character)'],
  [/\be-mail/i, 'email'],
  [/\bwish(es|ed|ing)?\b/i, 'input, changes, options or request'],
  [/\b(told|tells?|telling)\b/i, 'publish, notify, send or report'],
  [/\b(who|whom|what)ever\b|\b(no|some|any|every)body\b/i, 'you, or the role of the person'],
  [/\b(stands|stood)\b/i, 'is'],
  [/\b(rests?|resting) (up)?on\b/i, 'is based on'],
  [/\bspoil(t|s|ed)?\b/i, 'corrupted'],
  [/\bgo(es)? before\b/i, 'takes precedence over'],
  [/\bat once\b/i, 'immediately (or: at the same time)'],
  [/\bcannot be meant\b/i, 'invalid'],
  [/\bchance (does not|doesn't) explain\b|\bluck\b/i, 'significant change; noise'],
  [/\b(is|are|was|were|be) away\b/i, 'unreachable or unavailable'],
  [/\bdoers?\b/i, 'actor'],
  [/\bhand(s|ed|ing)? (\w+ ){0,3}out\b/i, 'serve, return or give'],
  [/\b(anew|afresh|whence|thereof|hereby|henceforth|hitherto|lest)\b/i, 'a common word'],
  [
    /\b(colour|behaviour|favour|centre|licence|catalogue|\w+ograph(ise|isation)|(analy|summar|recogn|normal|organ|author|initial|serial|minim|optim)(yse|ise|isation|ising))/i,
    'the American spelling',
  ],
];

/** Text that a contract, a standard or a name prescribes. */
const allowed: { path: RegExp; text: string }[] = [
  // A published test vector for HMAC signatures.
  { path: /webhooks\.(md|ts)$/, text: "It's a Secret to Everybody" },
  // A user of the operating system.
  { path: /troubleshooting\.md$/, text: '`nobody`' },
  { path: /^server\/src\/analyze\//, text: 'letter' },
  { path: /^server\/src\/analyze\/absence\.ts$/, text: '|share|tell)' },
  { path: /^server\/src\/analyze\/meant-name\.ts$/, text: '|sells|stands|' },
  { path: /^server\/src\/analyze\/common-words\.ts$/, text: ' luck ' },
  { path: /^server\/src\/analyze\/common-words\.ts$/, text: ' wish ' },
  { path: /^server\/src\/analyze\/product-words\.ts$/, text: 'stands out' },
  { path: /^server\/src\/store\/embedded\/run-as\.ts$/, text: 'nobody' },
  { path: /^dashboard\/src\/.*\/alias-(list|fields)\.tsx$/, text: 'First letter only' },
];

const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => !/(^|\/)(node_modules|dist|data|\.git|phrases|labelled)\//.test(path))
  .filter((path) =>
    /^(docs\/.*\.md|[A-Z]+\.md|\.env\.example|examples\/.*|(sdk|server|dashboard)\/(src|README\.md|index\.html).*|sdk-python\/(visibility_sdk|README\.md).*)$/.test(
      path,
    ),
  )
  .filter((path) => /\.(md|ts|tsx|html|sql|css|mjs|py|example)$/.test(path))
  .filter((path) => !/\.test\.tsx?$/.test(path));

function findings(path: string, text: string) {
  const exempt = allowed.filter((one) => one.path.test(path)).map((one) => one.text);
  return text.split('\n').flatMap((line, index) => {
    const rest = exempt.reduce((left, known) => left.replaceAll(known, ''), line);
    return wordList.flatMap(([pattern, better]) => {
      const found = pattern.exec(rest);
      return found ? [`${path}:${index + 1}: "${found[0]}", write ${better}`] : [];
    });
  });
}

test('every text and comment is written in plain English', () => {
  expect(texts.length).toBeGreaterThan(400);
  expect(texts.flatMap((path) => findings(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each([
  ['docs/alerts.md', 'Whoever runs the server is told by letter.', 3],
  ['dashboard/src/alerts/rule-list.tsx', '<Text>What chance does not explain is told at once.</Text>', 3],
  ['server/src/config.ts', "throw new Error('a value that cannot be meant')", 1],
  ['server/src/analyze/fold.ts', '// The letter is a letter, digits and all.', 0],
])('%s: %s', (path, text, count) => {
  expect(findings(path, text)).toHaveLength(count);
});

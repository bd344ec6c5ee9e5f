import { expect, test } from 'vitest';
import { timeOfId } from '../../base/id.ts';
import { pageKey } from '../../base/page-key.ts';
import { makeSources } from '../../score/day-sources.ts';
import type { KeywordSources } from '../sums/read.ts';
import { joinAnswers } from './gap-answers.ts';
import { countCells } from './gap-cells.ts';
import { findEvidence } from './gap-evidence.ts';

interface Given {
  id: string;
  prompt?: string;
  queries?: string[];
  mentions: ('brand' | 'rival')[];
  /** Domain and page, which is empty for a home page. */
  cited: [domain: string, page: string][];
}

const times = (count: number, answer: Omit<Given, 'id'>, name: string): Given[] =>
  Array.from({ length: count }, (_, i) => ({ ...answer, id: `${name}${i}` }));

const GIVEN: Given[] = [
  ...times(
    9,
    {
      mentions: ['rival'],
      cited: [
        ['a.example', '1'],
        ['a.example', '2'],
      ],
      queries: ['x'],
    },
    'a',
  ),
  ...times(7, { mentions: ['rival', 'brand'], cited: [['a.example', '1']], prompt: 'p2' }, 'b'),
  // Only pages without a known address: a part of the comparison, but of no source.
  ...times(8, { mentions: ['rival'], cited: [['unresolved', '']] }, 'c'),
  // Without pages.
  ...times(5, { mentions: ['rival', 'brand'], cited: [], queries: ['x', ''] }, 'd'),
  // Without a competitor.
  ...times(20, { mentions: ['brand'], cited: [['a.example', '1']], queries: ['x'] }, 'e'),
  ...times(
    7,
    {
      mentions: ['rival'],
      cited: [
        ['rare.example', ''],
        ['rare.example', '3'],
      ],
    },
    'f',
  ),
];

const PROMPTS = ['p1', 'p2'];
const keyOf = (domain: string, page: string) => (page === '' ? pageKey(`https://${domain}`) : page);

/** As they are stored, in two parts. */
function sourcesOf(given: Given[], platform = 'chatgpt'): KeywordSources[] {
  const of = { keywordId: 'kw_1', day: '2026-03-10', platform };
  const answers = given.map(({ id, prompt = 'p1', queries = [], mentions, cited }) => ({
    id,
    prompt: PROMPTS.indexOf(prompt),
    queries,
    brands: mentions,
    pages: cited.map(([domain, page]): [string, string, string] => [keyOf(domain, page), domain, '']),
  }));
  return [answers.slice(0, 20), answers.slice(20)].map((part) => ({ ...of, sources: makeSources(part) }));
}

test('a source is compared, prompt by prompt, with the other answers that cite pages or ran searches', () => {
  const p1 = { n1: 9, k1: 9, n0: 15, k0: 15 };
  const p2 = { n1: 7, k1: 0, n0: 0, k0: 0 };
  const of = (kind: string, source: string) => ({ keywordId: 'kw_1', platform: 'chatgpt', kind, source });
  expect(countCells(joinAnswers(sourcesOf(GIVEN)))).toEqual([
    {
      keywordId: 'kw_1',
      platform: 'chatgpt',
      answers: 56,
      candidates: [
        { source: of('domain', 'a.example'), prompts: [p1, p2] },
        { source: of('page', '1'), prompts: [p1, p2] },
        { source: of('page', '2'), prompts: [p1, { n1: 0, k1: 0, n0: 7, k0: 0 }] },
        { source: of('query', 'x'), prompts: [{ n1: 14, k1: 9, n0: 0, k0: 0 }] },
      ],
    },
  ]);
});

test('prompts have the same order, whichever order answers come in', () => {
  const given = GIVEN.filter(({ id }) => /[ab]/.test(id));
  const domainOf = (list: Given[]) => countCells(joinAnswers(sourcesOf(list)))[0]?.candidates[0];
  expect(domainOf([...given].reverse())).toEqual(domainOf(given));
});

test('without answers there is nothing to compare', () => {
  expect(countCells(joinAnswers([]))).toEqual([]);
});

test('the evidence of a gap is its answers with a competitor and without the brand, latest first', () => {
  const answers = joinAnswers(sourcesOf([...GIVEN].reverse()));
  const gap = { keywordId: 'kw_1', platform: 'chatgpt', kind: 'domain', source: 'a.example' } as const;
  const page = { domain: 'a.example', owner: 'other', keywordId: 'kw_1' };
  expect(findEvidence(answers, gap)).toEqual({
    query: undefined,
    pages: [
      { ...page, pageKey: '1', citations: 36, answerId: 'e9', askedAt: timeOfId('e9') },
      { ...page, pageKey: '2', citations: 9, answerId: 'a8', askedAt: timeOfId('a8') },
    ],
    competitors: [{ competitorId: 'rival', answers: 9 }],
    answers: 9,
    answerIds: ['a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2', 'a1', 'a0'],
  });
});

test('a competitor that an answer mentions and cites counts once, and other platforms do not count', () => {
  const twice = sourcesOf(times(9, { mentions: ['rival'], cited: [['a.example', '1']] }, 'a'));
  for (const { sources } of twice) for (const page of sources.pages) page[2] = 'rival';
  const elsewhere = sourcesOf(times(9, { mentions: ['rival'], cited: [['a.example', '1']] }, 'b'), 'claude');
  const answers = joinAnswers([...twice, ...elsewhere]);
  const gap = { keywordId: 'kw_1', platform: 'chatgpt', kind: 'page', source: '1' } as const;
  expect(findEvidence(answers, gap)).toMatchObject({
    answers: 9,
    competitors: [{ competitorId: 'rival', answers: 9 }],
    pages: [{ citations: 9 }],
  });
});

test('a query is shown as the latest answer spells it', () => {
  const spelled = (queries: string[], name: string) => times(1, { mentions: ['rival'], cited: [], queries }, name);
  const sources = sourcesOf([
    ...spelled(['Best tool'], '1'),
    ...spelled(['y', 'BEST TOOL'], '3'),
    ...spelled(['best tool'], '2'),
  ]);
  const gap = { keywordId: 'kw_1', platform: 'chatgpt', kind: 'query', source: 'best tool' } as const;
  expect(findEvidence(joinAnswers(sources), gap).query).toBe('BEST TOOL');
});

import { expect, test } from 'vitest';
import { countCells } from './gap-cells.ts';
import type { GapFacts } from './gap-facts.ts';

interface Given {
  id: string;
  prompt?: string;
  queries?: string[];
  mentions: ('own' | 'rival')[];
  /** Domain and page. Empty as in the facts. */
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
  ...times(7, { mentions: ['rival', 'own'], cited: [['a.example', '1']], prompt: 'p2' }, 'b'),
  // Only own pages: a part of the comparison, but of no source.
  ...times(8, { mentions: ['rival'], cited: [['', '']] }, 'c'),
  // Without pages.
  ...times(5, { mentions: ['rival', 'own'], cited: [], queries: ['x', ''] }, 'd'),
  // Without a competitor.
  ...times(20, { mentions: ['own'], cited: [['a.example', '1']], queries: ['x'] }, 'e'),
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

/** Findings in another order than answers, and one of an answer that is not valid. */
function factsOf(given: Given[]): GapFacts {
  const lines = (list: string[]) => (list.length === 0 ? undefined : list.join('\n'));
  const cited = [0, 1].flatMap((place) =>
    given.flatMap(({ id, cited }) => (cited[place] ? [[id, ...cited[place]]] : [])),
  );
  const column = (place: number) => lines([...cited, ['failed', 'a.example', '1']].map((row) => row[place] ?? ''));
  const mentioning = (whose: 'own' | 'rival') =>
    given.filter(({ mentions }) => mentions.includes(whose)).map(({ id }) => id);
  return {
    answerIds: lines(given.map(({ id }) => id)),
    keywordIds: lines(given.map(() => 'kw_1')),
    platforms: lines(given.map(() => 'chatgpt')),
    promptIds: lines(given.map(({ prompt = 'p1' }) => prompt)),
    queries: lines(given.map(({ queries = [] }) => JSON.stringify(queries))),
    ownMentions: lines(mentioning('own').reverse()),
    rivalMentions: lines(['failed', ...mentioning('rival')]),
    ownCitations: undefined,
    rivalCitations: undefined,
    citations: column(0),
    domains: column(1),
    pageKeys: column(2),
  };
}

test('a source is compared, prompt by prompt, with the other answers that cite pages or ran searches', () => {
  const p1 = { n1: 9, k1: 9, n0: 15, k0: 15 };
  const p2 = { n1: 7, k1: 0, n0: 0, k0: 0 };
  const of = (kind: string, source: string) => ({ keywordId: 'kw_1', platform: 'chatgpt', kind, source });
  expect(countCells(factsOf(GIVEN), JSON.parse)).toEqual([
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

test('without answers there is nothing to compare', () => {
  expect(countCells(factsOf([]), JSON.parse)).toEqual([]);
});

import { expect, test } from 'vitest';
import { type Draft, loadDraft } from './draft.ts';
import { suggestCompetitors, suggestKeywords } from './suggest.ts';

function draftOf(keywords: string, competitors: string[] = []): Draft {
  globalThis.sessionStorage ??= { getItem: () => null } as unknown as Storage;
  const draft = loadDraft({ brand: null, competitors: [], reading: 0, reread: null } as never);
  return {
    ...draft,
    brand: { ...draft.brand, name: 'Acme' },
    competitors: competitors.map((name) => ({ name, domains: '' })),
    keywords,
  };
}

test('keywords are suggested for the typed topics and for each competitor, but not what is typed already', () => {
  expect(suggestKeywords(draftOf('kanban board\nFree kanban board', ['Trackmill']))).toEqual([
    'kanban board for small businesses',
    'kanban board for large companies',
    'Trackmill alternatives',
  ]);
  expect(suggestKeywords(draftOf(''))).toEqual([]);
});

test('competitors are suggested from typed comparisons and from answers, but not the own brand', () => {
  const draft = draftOf('Ecluse alternatives\nAcme vs Aplomb\nkanban vs scrum', ['Trackmill']);
  expect(suggestCompetitors(draft, ['trackmill', 'Boardly'])).toEqual(['Ecluse', 'Aplomb', 'Boardly']);
});

import { expect, test } from 'vitest';
import { describeType, nextStep } from './gap-words.ts';

type Typed = Parameters<typeof nextStep>[0];
const gap = (types: Partial<Typed>) => ({ kind: 'page', source_type: 'review', page_type: null, ...types }) as Typed;

test('the next step follows from the page, else from the site', () => {
  expect(nextStep(gap({ page_type: 'listicle' }))).toBe('Ask the editor to include you.');
  expect(nextStep(gap({ page_type: 'article' }))).toBe('Complete your profile and ask customers for reviews.');
  expect(nextStep(gap({ kind: 'query', source_type: null }))).toBe('Publish a page that answers this search.');
});

test('a competitor does not include you on its own page', () => {
  expect(nextStep(gap({ source_type: 'competitor', page_type: 'listicle' }))).toBe(
    'Publish a page of your own that answers the same question.',
  );
});

test('the type names the site and the page', () => {
  expect(describeType(gap({ page_type: 'listicle' }))).toBe('Review site · Listicle');
  expect(describeType(gap({ source_type: 'unclassified', page_type: 'other' }))).toBe('Unclassified');
  expect(describeType(gap({ kind: 'query', source_type: null }))).toBe('Search');
});

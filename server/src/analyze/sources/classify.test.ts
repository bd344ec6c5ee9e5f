import { expect, test } from 'vitest';
import { classifyPage, type GivenTypes, isSourceDomain, typeOfDomain } from './classify.ts';

const given: GivenTypes = new Map([['techradar.com', { type: 'review', setBy: 'workspace' }]]);
const page = { domain: 'techradar.com', canonicalUrl: 'https://techradar.com/best/kanban', owner: 'other' as const };

test.each([
  ['own', { ...page, owner: 'own' as const }, given],
  ['competitor', { ...page, owner: 'competitor' as const }, given],
  ['review', page, given],
  ['editorial', page, new Map()],
  ['unclassified', { ...page, domain: 'abcde.com', canonicalUrl: 'https://abcde.com/x' }, new Map()],
])('the brands come first, then what people set, then the rules: %s', (type, cited, types) => {
  expect(classifyPage(cited, types).sourceType).toBe(type);
});

test('a redirect with an unknown target has no type, and one with a known host is no page of a known type', () => {
  const canonicalUrl = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/A';
  expect(classifyPage({ domain: 'unresolved', canonicalUrl, owner: 'other' }, new Map())).toEqual({
    sourceType: 'unclassified',
    pageType: 'other',
  });
  const host = { domain: 'reddit.com', canonicalUrl: 'https://reddit.com', owner: 'other' as const };
  expect(classifyPage({ ...host, title: 'reddit.com' }, new Map())).toEqual({
    sourceType: 'community',
    pageType: 'other',
  });
  expect(classifyPage({ ...host, title: 'Reddit' }, new Map()).pageType).toBe('home');
});

test('a domain has the type that most citations of its pages have', () => {
  const at = (path: string, citations: number) => ({
    ...classifyPage({ domain: 'zapier.com', canonicalUrl: `https://zapier.com/${path}`, owner: 'other' }, new Map()),
    citations,
  });
  expect(typeOfDomain([at('blog/kanban', 3), at('apps/trello', 2)])).toBe('editorial');
  expect(typeOfDomain([at('blog/kanban', 3), at('apps/trello', 4)])).toBe('review');
  expect(typeOfDomain([{ sourceType: 'unclassified', pageType: 'other', citations: 9 }, at('blog/a', 1)])).toBe(
    'editorial',
  );
  expect(typeOfDomain([])).toBe('unclassified');
});

test.each([
  ['acme.io', true],
  ['forum.example', true],
  ['xn--bcher-kva.example', true],
  ['www.acme.io', false],
  ['docs.acme.io', false],
  ['Acme.io', false],
  ['co.uk', false],
  ['acme.io/x', false],
  ['unresolved', false],
  ['a b.com', false],
])('%s as the name of a source: %s', (text, isDomain) => expect(isSourceDomain(text)).toBe(isDomain));

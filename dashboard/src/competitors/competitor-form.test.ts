import { expect, test } from 'vitest';
import { draftOf, inputOf, newAlias } from './competitor-form.ts';

const draft = { ...draftOf(undefined), name: ' Aplomb Suite ' };

test('a former name is kept as an alias once, unless the user opts out', () => {
  expect(inputOf(draft, 'Aplomb').aliases).toEqual([{ text: 'Aplomb' }]);
  expect(inputOf({ ...draft, aliases: [newAlias({ text: 'Aplomb' })] }, 'Aplomb').aliases).toEqual([
    { text: 'Aplomb' },
  ]);
  expect(inputOf({ ...draft, keepsName: false }, 'Aplomb').aliases).toEqual([]);
  expect(inputOf({ ...draft, name: 'Aplomb' }, 'Aplomb').aliases).toEqual([]);
});

test('a pasted URL is reduced to its host, and an empty domain becomes null', () => {
  const input = inputOf(
    { ...draft, domain: 'https://aplomb.io/about?x=1', domains: 'aplomb.dev,\nHTTP://aplomb.app/' },
    undefined,
  );
  expect([input.name, input.domain, input.domains]).toEqual([
    'Aplomb Suite',
    'aplomb.io',
    ['aplomb.dev', 'aplomb.app'],
  ]);
  expect(inputOf(draft, undefined).domain).toBeNull();
});

test('an alias is sent with its rules, or only with its text if it has none', () => {
  const guarded = {
    ...newAlias({ text: 'Apl' }),
    case: 'exact' as const,
    require_any: 'software, tool',
    exclude_any: ' ',
  };
  expect(inputOf({ ...draft, aliases: [guarded, newAlias(), newAlias({ text: 'AS' })] }, undefined).aliases).toEqual([
    { text: 'Apl', case: 'exact', require_any: ['software', 'tool'] },
    { text: 'AS' },
  ]);
});

import { expect, test } from 'vitest';
import { messageAt, readProblems } from './problems.ts';

test('each refusal of the server is told at the field of its step', () => {
  const problems = readProblems(
    'brand.domains[1]: must be a domain such as acme.io; competitors[2].name: "Acme" is already a name of your own brand; keywords[0].country: must be an ISO 3166-1 country code such as DE',
  );
  expect(problems.map(({ step, field }) => [step, field])).toEqual([
    [0, 'domains'],
    [1, 'competitors[2]'],
    [2, 'keywords[0]'],
  ]);
  expect(messageAt(problems, { step: 0, field: 'domains', values: ['acme.io', 'acme'] })).toBe(
    '“acme” must be a domain such as acme.io',
  );
  expect(messageAt(problems, { step: 0, field: 'name' })).toBeUndefined();
});

test('what is wrong with a competitor’s domain is not told at its name', () => {
  const problems = readProblems('competitors[0].domains[0]: must be a domain such as acme.io');
  expect(messageAt(problems, { step: 1, field: 'competitors[0]' })).toBeUndefined();
  expect(messageAt(problems, { step: 1, field: 'competitors[0].domains' })).toBe('Must be a domain such as acme.io');
});

test('a refusal without a place is told at the last step', () => {
  expect(readProblems('Say what to change')).toEqual([{ step: 3, field: '', message: 'Say what to change' }]);
});

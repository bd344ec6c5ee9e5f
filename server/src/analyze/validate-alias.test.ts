import { expect, test } from 'vitest';
import { validateAlias } from './validate-alias.ts';

test.each([
  ['A', 'An alias must have at least 2 characters.'],
  [' x ', 'An alias must have at least 2 characters.'],
  ['米', 'An alias must have at least 2 characters.'],
  ['**', 'An alias must have at least 2 characters.'],
  ['&&', 'An alias must contain a letter or a digit.'],
  ['a'.repeat(201), 'An alias can have at most 200 characters.'],
])('the alias %j is refused', (text, error) => {
  expect(validateAlias({ text })).toEqual({ error });
});

test.each(['Target', 'apple', 'Notion', 'Monday', 'Linear', 'Zeit', 'Żabka', 'Trust'])(
  'the common word %s gives a warning with advice',
  (text) => {
    expect(validateAlias({ text }).warning).toBe(
      `"${text}" is a common word and may match text that is not about the brand. Set its case to "exact", or set words that must or must not be in the same sentence.`,
    );
  },
);

test('a common word with exact case or context words gives no warning', () => {
  expect(validateAlias({ text: 'Target', case: 'exact' })).toEqual({});
  expect(validateAlias({ text: 'Target', requireAny: ['store'] })).toEqual({});
  expect(validateAlias({ text: 'Target', excludeAny: ['audience'] })).toEqual({});
});

test.each(['HubSpot', 'Acme Cloud', '3M', '小米', 'monday.com', 'Target Corporation'])(
  'the alias %s is fine',
  (text) => {
    expect(validateAlias({ text })).toEqual({});
  },
);

import { expect, test } from 'vitest';
import { findBreaks, type Trait } from './breaks.ts';

const daysOf = (trait: Trait, values: string[][]) =>
  values.flatMap((ofDay, index) =>
    ofDay.map((value) => ({ platform: 'chatgpt', day: `2026-03-${String(index + 1).padStart(2, '0')}`, trait, value })),
  );
const found = (trait: Trait, values: string[][]) =>
  findBreaks(daysOf(trait, values)).map(({ day, before, after }) => `${day.slice(-2)} ${before} > ${after}`);

test.each<[string, Trait, string[][], string[]]>([
  ['the first model is no break', 'model', [['a'], ['a']], []],
  ['a new model is a break on its first day', 'model', [['a'], ['a', 'b'], ['b']], ['02 a > b']],
  ['two models served side by side break once', 'model', [['a'], ['b'], ['a'], ['a', 'b'], ['b']], ['02 a > b']],
  [
    'a model that comes back after more than seven days breaks',
    'model',
    [['a'], ...Array(8).fill(['b']), ['a']],
    ['02 a > b', '10 b > a'],
  ],
  [
    'a setting that is changed back breaks twice',
    'requested_model',
    [['a'], ['b'], ['a']],
    ['01', '02'].map((_, i) => (i === 0 ? '02 a > b' : '03 b > a')),
  ],
  ['days without answers do not matter', 'adapter_version', [['1'], [], [], ['2']], ['04 1 > 2']],
])('%s', (_name, trait, values, expected) => {
  expect(found(trait, values)).toEqual(expected);
});

test('platforms and traits are compared with themselves only, and breaks are listed by day', () => {
  const days = [
    ...daysOf('model', [['m1'], ['m1'], ['m2']]),
    ...daysOf('requested_model', [['r1'], ['r2']]),
    { platform: 'claude', day: '2026-03-02', trait: 'model' as const, value: 'other' },
  ];
  expect(findBreaks(days).map(({ day, trait }) => `${day} ${trait}`)).toEqual([
    '2026-03-02 requested_model',
    '2026-03-03 model',
  ]);
});

import { expect, test } from 'vitest';
import { decideRun } from './decide-run.ts';
import type { Change } from './significance.ts';
import { DEFAULT_SIGNIFICANCE, judgeChange } from './significance.ts';

test('up to 200 series, each is judged separately', () => {
  const run = [0.009, 0.0101, ...chance(198)].map((p) => ({ change: changeWith({ p }) }));
  const decisions = decideRun(run);
  expect(decisions[0]).toEqual({ fires: true, correction: 'none', adjustedP: 0.009 });
  expect(decisions[1]?.fires).toBe(false);
});

test('from 201 series on, Benjamini–Hochberg decides', () => {
  const run = [0.009, 0.0001, ...chance(199)].map((p) => ({ change: changeWith({ p }) }));
  const decisions = decideRun(run);
  expect(decisions[0]).toMatchObject({ fires: false, correction: 'benjamini-hochberg' });
  expect(decisions[1]).toMatchObject({ fires: true, correction: 'benjamini-hochberg' });
  expect(decisions[1]?.adjustedP).toBeCloseTo(0.0201, 12);
});

test('a series with too few answers neither fires nor counts among the 200', () => {
  const few = { change: changeWith({ p: 0.0001, enoughAnswers: false }) };
  const run = [few, ...[0.009, ...chance(199)].map((p) => ({ change: changeWith({ p }) }))];
  expect(decideRun(run)[0]).toEqual({ fires: false, correction: 'none', adjustedP: 0.0001 });
  expect(decideRun(run)[1]).toMatchObject({ fires: true, correction: 'none' });
});

test('a small change does not fire but counts among the series looked at', () => {
  const small = Array.from({ length: 200 }, () => ({ change: changeWith({ p: 0.5, largeEnough: false }) }));
  const run = [
    { change: changeWith({ p: 0.009 }) },
    { change: changeWith({ p: 0.00001, largeEnough: false }) },
    ...small,
  ];
  expect(decideRun(run).map((decision) => decision.fires)).not.toContain(true);
});

test('competitors on one keyword and platform are corrected together by Holm', () => {
  const competitor = (p: number, competitorFamily: string) => ({ change: changeWith({ p }), competitorFamily });
  const decisions = decideRun([
    competitor(0.004, 'crm chatgpt'),
    { change: changeWith({ p: 0.004 }) },
    competitor(0.006, 'crm chatgpt'),
    competitor(0.004, 'crm gemini'),
    competitor(0.5, 'crm chatgpt'),
  ]);
  expect(decisions.map(({ fires, correction }) => [fires, correction])).toEqual([
    [false, 'holm'],
    [true, 'none'],
    [false, 'holm'],
    [true, 'holm'],
    [false, 'holm'],
  ]);
  expect(decisions[0]?.adjustedP).toBeCloseTo(0.012, 12);
});

test('a single competitor is judged exactly like the brand', () => {
  const at = (p: number) => decideRun([{ change: changeWith({ p }), competitorFamily: 'crm chatgpt' }])[0]?.fires;
  expect([at(0.0099), at(0.01)]).toEqual([true, false]);
  expect(decideRun([{ change: changeWith({ p: 0.01 }) }])[0]?.fires).toBe(false);
});

test('the workspace’s alpha is used', () => {
  const settings = { ...DEFAULT_SIGNIFICANCE, alpha: 0.05 };
  const change = changeWith({ p: 0.03 });
  expect(decideRun([{ change }], settings)[0]?.fires).toBe(true);
  expect(decideRun([{ change, competitorFamily: 'crm chatgpt' }], settings)[0]?.fires).toBe(true);
});

/** p-values if nothing has changed. */
function chance(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index + 1) / (count + 1) / 1.01 + 0.0101);
}

function changeWith(parts: Partial<Change>): Change {
  const window = (k: number) => [{ promptId: 'one', n: 40, k }];
  const change = judgeChange({ current: window(30), baseline: [window(10)], history: [] });
  return { ...(change as Change), ...parts };
}

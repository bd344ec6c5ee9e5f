import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Random } from '../base/random.ts';
import { seededRandom } from '../base/random.ts';
import { drawBinomial } from './binomial.ts';
import type { PromptCounts } from './counts.ts';
import { decideRun } from './decide-run.ts';
import { type Change, judgeChange } from './significance.ts';

vi.setConfig({ testTimeout: 60_000 });

const page = readFileSync(new URL('../../../docs/statistics.md', import.meta.url), 'utf8');

/** Simulated series for each cell of the power table. A share of a half has a standard error of 0.02. */
const SERIES = 600;

const fires = (change: Change) => decideRun([{ change }])[0]?.fires;

test('a series in which nothing changes raises about 0.3 false alarms a year', () => {
  const perYear = falseAlarmsPerYear({ years: 2000, alarmsIn: alarms });
  // The standard error of the mean of 2,000 rare counts is about 0.013; the long-run value is 0.34.
  expect(perYear).toBeGreaterThan(0.28);
  expect(perYear).toBeLessThan(0.38);
});

test('"10 points away from the week before" would raise about 20 false alarms a year', () => {
  const perYear = falseAlarmsPerYear({ years: 500, alarmsIn: naiveAlarms });
  expect(perYear).toBeGreaterThan(19);
  expect(perYear).toBeLessThan(21);
});

// A share of 0.58 over 3,000 series has a standard error of 0.009.
test.each([
  [40, 0.58],
  [100, 0.96],
])('with %i answers a week a true rise by 25 points is found in its first week in a share of %d', (n, found) => {
  const random = seededRandom(`a rise with ${n} answers a week`);
  const [before, after] = [Array(20).fill(0.3), [0.55]];
  const series = Array.from({ length: 3000 }, () => alarms(simulate({ n, shares: [...before, ...after], random })));
  const hits = series.filter((weeks) => weeks.includes(20)).length;
  expect(Math.abs(hits / series.length - found)).toBeLessThan(0.027);
});

test('the power table of docs/statistics.md is what the rule does', () => {
  const [head, ...rows] = powerTable(page);
  expect(head).toEqual([10, 15, 20, 25, 30, 40]);
  expect(rows.map(([n]) => n)).toEqual([20, 40, 60, 100, 200, 400]);
  for (const [n = 0, ...percents] of rows) {
    percents.slice(0, -1).forEach((percent, column) => {
      expect(Math.abs(100 * power(n, head?.[column] ?? 0) - percent)).toBeLessThan(7);
    });
    const seen = 100 * power(n, percents.at(-1) ?? 0);
    expect(seen).toBeGreaterThan(74);
    expect(seen).toBeLessThan(92);
  }
});

interface FalseAlarms {
  years: number;
  alarmsIn: (weeks: PromptCounts[][]) => number[];
}

function falseAlarmsPerYear({ years, alarmsIn }: FalseAlarms): number {
  const random = seededRandom('nothing changes');
  let count = 0;
  for (let year = 0; year < years; year++) {
    count += alarmsIn(simulate({ n: 40, shares: Array(52).fill(0.3), random })).length;
  }
  return count / years;
}

interface Simulation {
  n: number;
  /** The true share in each week. */
  shares: number[];
  random: Random;
}

function simulate({ n, shares, random }: Simulation): PromptCounts[][] {
  return shares.map((share) => [{ promptId: 'one', n, k: drawBinomial(n, share, random) }]);
}

/** The weeks that fire, judged as in the service: once per window, with a new baseline after an event. */
function alarms(weeks: PromptCounts[][]): number[] {
  const found: number[] = [];
  weeks.forEach((current, week) => {
    const baseline = weeks.slice(found.at(-1) ?? 0, week);
    const change = judgeChange({ current, baseline, history: weeks.slice(0, week) });
    if (change && fires(change)) found.push(week);
  });
  return found;
}

function naiveAlarms(weeks: PromptCounts[][]): number[] {
  const isAlarm = (current: PromptCounts[], week: number) =>
    judgeChange({ current, baseline: weeks.slice(0, week).slice(-1), history: [] })?.largeEnough;
  return [...weeks.keys()].filter((week) => isAlarm(weeks[week] ?? [], week));
}

/** How often a rise from 30 by `points` is found in its first week, after 13 weeks without a change. */
function power(n: number, points: number): number {
  const random = seededRandom(`power of ${n} answers for ${points} points`);
  const shares = [...Array(13).fill(0.3), 0.3 + points / 100];
  let found = 0;
  for (let i = 0; i < SERIES; i++) {
    const weeks = simulate({ n, shares, random });
    const [history, current] = [weeks.slice(0, -1), weeks.at(-1) ?? []];
    const change = judgeChange({ current, baseline: history, history });
    if (change && fires(change)) found++;
  }
  return found / SERIES;
}

/** The numbers of the first table whose header is about answers per week: the header's, then each row's. */
function powerTable(markdown: string): number[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| Answers a week'));
  const table = lines.slice(start, lines.indexOf('', start)).filter((line) => /\d/.test(line));
  return table.map((line) => (line.match(/\d+/g) ?? []).map(Number));
}

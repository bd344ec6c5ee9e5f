import { expect, test, vi } from 'vitest';
import type { Random } from '../base/random.ts';
import { seededRandom } from '../base/random.ts';
import { drawBinomial } from './binomial.ts';
import type { PromptCounts } from './counts.ts';
import {
  DEFAULT_CHANGE_SETTINGS,
  judgeSeries,
  rememberGroup,
  WINDOWS_JUDGED,
  type WindowMemory,
} from './judge-group.ts';
import { toPoints } from './rounding.ts';

vi.setConfig({ testTimeout: 60_000 });

const PROMPTS = 5;
const GROUP = 12;

test('a series in which nothing changes raises about 0.3 false alarms a year, also if a week has a mood', () => {
  // The standard error of the mean of 480 rare counts is about 0.025.
  for (const mood of [0, 0.08]) {
    const random = seededRandom(`nothing changes, ${mood}`);
    const found = Array.from({ length: 40 }, () =>
      alarmsOf(simulate({ n: 40, shares: Array(65).fill(0.3), mood, random })),
    );
    const perYear = found.flat(2).filter((week) => week >= 13).length / (40 * GROUP);
    expect(perYear).toBeGreaterThan(0.15);
    expect(perYear).toBeLessThan(0.45);
  }
});

test('"10 points away from the week before" would raise about 20 false alarms a year', () => {
  const random = seededRandom('nothing changes');
  const groups = Array.from({ length: 40 }, () => simulate({ n: 40, shares: Array(52).fill(0.3), mood: 0, random }));
  const alarms = groups.flat().reduce((sum, weeks) => sum + naiveAlarms(weeks), 0);
  expect(Math.abs(alarms / (40 * GROUP) - 20)).toBeLessThan(1);
});

// A share of 0.6 over 600 series has a standard error of 0.02.
test.each([
  [40, 0.6, 0.87],
  [100, 0.97, 1],
])(
  'with %i answers a week a true rise by 25 points is found in its first week in a share of %d, within three of %d',
  (n, first, within) => {
    const random = seededRandom(`a rise with ${n} answers a week`);
    const shares = [...Array(13).fill(0.3), 0.55, 0.55, 0.55];
    const found = Array.from({ length: 50 }, () => alarmsOf(simulate({ n, shares, mood: 0, random }))).flat();
    const shareOf = (isFound: (weeks: number[]) => boolean) => found.filter(isFound).length / found.length;
    expect(Math.abs(shareOf((weeks) => weeks.includes(13)) - first)).toBeLessThan(0.07);
    expect(Math.abs(shareOf((weeks) => weeks.some((week) => week >= 13)) - within)).toBeLessThan(0.07);
  },
);

interface Simulation {
  /** Answers a week. */
  n: number;
  /** The true share in each week. */
  shares: number[];
  /** How far the share of all answers of a week may be from it. */
  mood: number;
  random: Random;
}

/** A group of series, each with its weeks. */
function simulate({ n, shares, mood, random }: Simulation): PromptCounts[][][] {
  return Array.from({ length: GROUP }, () =>
    shares.map((share) => {
      const now = share + mood * (2 * random() - 1);
      const answers = n / PROMPTS;
      return Array.from({ length: PROMPTS }, (_, j) => ({
        promptId: String(j),
        n: answers,
        k: drawBinomial(answers, now, random),
      }));
    }),
  );
}

/** The weeks of each series that fire, judged as in the service: once per window, with a new baseline after an event. */
function alarmsOf(group: PromptCounts[][][]): number[][] {
  const states = group.map((weeks) => ({ weeks, since: 0, memory: [] as WindowMemory[], fired: [] as number[] }));
  for (let window = 1; window < (group[0]?.length ?? 0); window++) {
    const remembered = rememberGroup(states.map(({ memory }) => memory));
    for (const [index, state] of states.entries()) {
      const windows = state.weeks.slice(Math.max(0, window + 1 - WINDOWS_JUDGED), window + 1).reverse();
      const judging = { window, group: remembered, index, settings: DEFAULT_CHANGE_SETTINGS };
      const { looks, memory } = judgeSeries({ windows, since: state.since }, judging);
      state.memory = [...state.memory.slice(-11), memory];
      const hit = looks.find(({ p, level }) => p < level);
      if (!hit) continue;
      state.since = hit.start;
      state.fired.push(window);
    }
  }
  return states.map(({ fired }) => fired);
}

function naiveAlarms(weeks: PromptCounts[][]): number {
  const scores = weeks.map((rows) => toPoints(rows.reduce((sum, { k }) => sum + k, 0) / 40));
  return scores.filter((score, week) => week > 0 && Math.abs(score - (scores[week - 1] ?? score)) >= 10).length;
}

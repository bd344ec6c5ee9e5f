import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PromptCounts } from './counts.ts';
import {
  DEFAULT_CHANGE_SETTINGS,
  judgeSeries,
  rememberGroup,
  WINDOWS_JUDGED,
  type WindowMemory,
} from './judge-group.ts';
import type { Scatter } from './scatter.ts';

interface GoldenGroup {
  prompts: number;
  counts: string[];
  verdicts: string[];
  last: ([number, number, number, number] | null)[];
}

const golden: GoldenGroup[] = JSON.parse(readFileSync(new URL('./golden/significance.json', import.meta.url), 'utf8'));

test('5,000 windows are judged as by an independent implementation of the rule', () => {
  const kinds = new Set<string | number>();
  let judged = 0;
  for (const { counts, prompts, verdicts, last } of golden) {
    const series = counts.map((digits) => decode(digits, prompts));
    const { signs, scatters, hits, baselines } = replay(series);
    expect(signs).toEqual(verdicts);
    judged += signs.join('').length - signs.length;
    for (const seen of [...hits, ...baselines]) kinds.add(seen);
    scatters.forEach(({ phi, df }, index) => {
      const [expectedPhi, expectedDf] = last[index] ?? [Math.max(1, phi), df];
      expect(Math.max(1, phi)).toBeCloseTo(expectedPhi, 7);
      expect(df).toBeCloseTo(expectedDf, 7);
    });
  }
  expect(judged).toBeGreaterThan(5000);
  // Both looks and both lengths of a baseline were needed.
  expect([...kinds].sort()).toEqual([12, 4, 'three_weeks', 'week']);
});

test('the order of the series does not matter', () => {
  const [group] = golden;
  const series = (group?.counts ?? []).map((digits) => decode(digits, group?.prompts ?? 1));
  expect(replay([...series].reverse()).signs.reverse()).toEqual(replay(series).signs);
});

/** Each count is two digits in base 36: how many answers mention the brand, and how many there are. */
function decode(digits: string, prompts: number): PromptCounts[][] {
  const pairs = digits.match(/../g) ?? [];
  const rows = pairs.map((pair, index) => ({
    promptId: String(index % prompts),
    k: Number.parseInt(pair.charAt(0), 36),
    n: Number.parseInt(pair.charAt(1), 36),
  }));
  return Array.from({ length: rows.length / prompts }, (_, window) =>
    rows.slice(window * prompts, (window + 1) * prompts),
  );
}

/** Judges every window as the service does: each once, with a new baseline after an event. */
function replay(series: PromptCounts[][][]) {
  const states = series.map((counts) => ({ counts, since: 0, memory: [] as WindowMemory[], sign: '0' }));
  const hits = new Set<string>();
  const baselines = new Set<number>();
  let scatters: Scatter[] = [];
  for (let window = 1; window < (series[0]?.length ?? 0); window++) {
    const group = rememberGroup(states.map(({ memory }) => memory));
    baselines.add(group.baselineWindows);
    scatters = states.map((state, index) => {
      const windows = state.counts.slice(Math.max(0, window + 1 - WINDOWS_JUDGED), window + 1).reverse();
      const judging = { window, group, index, settings: DEFAULT_CHANGE_SETTINGS };
      const { looks, scatter, memory } = judgeSeries({ windows, since: state.since }, judging);
      const hit = looks.find(({ p, level }) => p < level);
      state.memory.push(memory);
      state.since = hit?.start ?? state.since;
      state.sign += hit ? (hit.comparison.now > hit.comparison.before ? '+' : '-') : '0';
      if (hit) hits.add(hit.look);
      return scatter;
    });
  }
  return { signs: states.map(({ sign }) => sign), scatters, hits, baselines };
}

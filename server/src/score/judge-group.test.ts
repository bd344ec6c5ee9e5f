import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PromptCounts } from './counts.ts';
import {
  type GroupJudgement,
  judgeGroup,
  type SeriesToJudge,
  WINDOWS_JUDGED,
  type WindowMemory,
} from './judge-group.ts';

interface GoldenGroup {
  prompts: number;
  counts: string[];
  verdicts: string[];
  last: ([number, number, number, number] | null)[];
}

const golden: GoldenGroup[] = JSON.parse(readFileSync(new URL('./golden/significance.json', import.meta.url), 'utf8'));

test('5,000 windows are judged as by an independent implementation of the rule', () => {
  const looks = new Set<string>();
  const baselines = new Set<number>();
  let judged = 0;
  for (const { counts, prompts, verdicts, last } of golden) {
    const series = counts.map((digits) => decode(digits, prompts));
    const { signs, windows } = replay(series);
    expect(signs).toEqual(verdicts);
    judged += signs.join('').length - signs.length;
    for (const { judgement, hits } of windows) {
      baselines.add(judgement.baselineWindows);
      for (const hit of hits) looks.add(hit);
    }
    windows.at(-1)?.judgement.series.forEach(({ scatter }, index) => {
      const [phi = 0, df = 0] = last[index] ?? [];
      if (!last[index]) return;
      expect(Math.max(1, scatter.phi)).toBeCloseTo(phi, 7);
      expect(scatter.df).toBeCloseTo(df, 7);
    });
  }
  expect(judged).toBeGreaterThan(5000);
  expect([looks.size, baselines.size]).toEqual([2, 2]);
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
  const states = series.map(() => ({ since: 0, memory: [] as WindowMemory[], sign: '0' }));
  const windows: { judgement: GroupJudgement; hits: string[] }[] = [];
  for (let window = 1; window < (series[0]?.length ?? 0); window++) {
    const group = series.map((counts, index): SeriesToJudge => {
      const past = counts.slice(Math.max(0, window + 1 - WINDOWS_JUDGED), window + 1).reverse();
      return { windows: past, since: states[index]?.since ?? 0, memory: states[index]?.memory ?? [] };
    });
    const judgement = judgeGroup(window, group);
    const hits: string[] = [];
    judgement.series.forEach(({ looks, scatter, ...memory }, index) => {
      const state = states[index];
      if (!state) return;
      const hit = looks.find(({ p, level }) => p < level);
      state.memory.push(memory);
      state.since = hit?.start ?? state.since;
      state.sign += hit ? (hit.comparison.now > hit.comparison.before ? '+' : '-') : '0';
      if (hit) hits.push(hit.look);
    });
    windows.push({ judgement, hits });
  }
  return { signs: states.map(({ sign }) => sign), windows };
}

import { expect, test } from 'vitest';
import type { MoveEvent } from '../api/events.ts';
import type { ScorePoint } from '../api/keyword.ts';
import { learnPlatformNames } from '../api/session.ts';
import { describeChance, describeMove } from './describe-move.ts';
import { historyMarks, historySeries } from './history-series.ts';

learnPlatformNames({ chatgpt: 'ChatGPT' });

const estimate = (score: number) => ({
  score,
  interval: [score - 5, score + 5] as [number, number],
  sample_size: 20,
  mentions: 4,
});
const points: ScorePoint[] = [
  { date: '2026-03-01', citations: 0, ...estimate(40), platforms: { chatgpt: estimate(30) } },
  { date: '2026-03-03', citations: 0, ...estimate(50), platforms: { chatgpt: estimate(45), claude: estimate(55) } },
];
const change: MoveEvent = {
  id: 'evt_1',
  type: 'visibility.changed',
  created_at: '2026-03-04T00:10:00Z',
  data: {
    keyword_id: 'kw',
    keyword: 'kanban',
    platform: 'chatgpt',
    previous_score: 30,
    new_score: 18,
    change: '-12',
    change_percent: '-40%',
  },
};

test('the overall line carries its interval and sample size; a platform without answers has a gap', () => {
  const [overall, chatgpt, claude] = historySeries(points);
  expect(overall).toMatchObject({ isMain: true, points: [{ value: 40, low: 35, high: 45, sampleSize: 20 }, {}] });
  expect(chatgpt?.points.map(({ value }) => value)).toEqual([30, 45]);
  expect(claude?.points.map(({ value }) => value)).toEqual([undefined, 55]);
});

test('a point with too few answers is left out', () => {
  const few = { ...estimate(100), sample_size: 19 };
  const [overall, chatgpt] = historySeries([{ date: '2026-03-01', citations: 0, ...few, platforms: { chatgpt: few } }]);
  expect(overall?.points).toEqual([{ date: '2026-03-01', value: undefined }]);
  expect(chatgpt?.points).toEqual([{ date: '2026-03-01', value: undefined }]);
});

test('a change is marked on its line on the last day with data, and only within the history', () => {
  const opened: string[] = [];
  const early = { ...change, id: 'evt_0', created_at: '2026-02-01T00:00:00Z' };
  const marks = historyMarks([change, early], points, (id) => opened.push(id));
  expect(marks).toMatchObject([{ id: 'evt_1', date: '2026-03-03', seriesId: 'chatgpt' }]);
  marks[0]?.onSelect?.();
  expect(opened).toEqual(['evt_1']);
});

test('a change and its probability are described in words', () => {
  expect(describeMove(change)).toBe('ChatGPT: 30 → 18 (−12 points)');
  expect([0.00001, 0.0038, 0.04].map(describeChance)).toEqual([
    'less than 1 of 10,000',
    'about 38 of 10,000',
    'about 4 of 100',
  ]);
});

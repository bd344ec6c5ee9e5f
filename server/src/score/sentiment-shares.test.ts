import { expect, test } from 'vitest';
import { sentimentShares } from './sentiment-shares.ts';

const on = (day: string, mentions: number, positive: number, negative: number) => ({
  day,
  mentions,
  positive,
  negative,
});

test('weeks are counted back from the last day, and empty ones are left out', () => {
  const days = [
    on('2026-03-01', 3, 1, 1),
    on('2026-03-02', 4, 0, 0),
    on('2026-03-17', 10, 5, 1),
    on('2026-03-18', 10, 5, 1),
  ];
  const points = sentimentShares(days, { until: '2026-03-18', stepDays: 7 });
  expect(points.map(({ date, sampleSize }) => [date, sampleSize])).toEqual([
    ['2026-03-12', 20],
    ['2026-02-26', 7],
  ]);
});

test('three shares add up to 100 and lie within their intervals, which are wide for few mentions', () => {
  const [point] = sentimentShares([on('2026-03-01', 3, 1, 1)], {
    until: '2026-03-01',
    stepDays: 1,
  });
  expect(point).toMatchObject({
    ...{ sampleSize: 3, positive: 1, neutral: 1, negative: 1 },
    ...{ positiveShare: 34, neutralShare: 33, negativeShare: 33 },
    ...{ positiveInterval: [6, 79], negativeInterval: [6, 79] },
  });
});

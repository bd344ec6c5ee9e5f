import { own } from '../../../server/src/base/own.ts';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { MoveEvent } from '../api/events.ts';
import type { Estimate, KeywordScores, ScorePoint } from '../api/keyword.ts';
import type { ChartBreak, ChartMark, ChartPoint, ChartSeries } from '../base/chart/chart-types.ts';
import { listPlatforms, platformLook } from '../base/platforms.ts';
import { describeMarker } from './describe-marker.ts';
import { describeMove, platformOf } from './describe-move.ts';

/** The overall score with its interval, plus one line per platform. Points with too few answers are left out. */
export function historySeries(points: ScorePoint[]): ChartSeries[] {
  const platforms = listPlatforms(points.map(scoresOf)).map((platform): ChartSeries => {
    const { name, color, dash } = platformLook(platform);
    return {
      id: platform,
      label: name,
      color,
      dash,
      points: points.map(({ date, platforms }) => toPoint(date, own(platforms, platform))),
    };
  });
  const overall: ChartSeries = {
    id: 'overall',
    label: 'Overall',
    color: 'var(--mantine-color-text)',
    isMain: true,
    points: points.map((point) => toPoint(point.date, point)),
  };
  return [overall, ...platforms];
}

/** Marks each event on its day, or on the last day with data before it. Skips events before the history. */
export function historyMarks(
  moves: MoveEvent[],
  points: ScorePoint[],
  onSelect: (eventId: string) => void,
): ChartMark[] {
  return moves.flatMap((move) => {
    const day = move.created_at.slice(0, 10);
    const date = points.findLast((point) => point.date <= day)?.date;
    if (date === undefined) return [];
    const platform = move.type === 'visibility.changed' ? platformOf(move) : undefined;
    return [
      {
        id: move.id,
        date,
        label: `${describeMove(move)}. Why?`,
        ...(platform !== undefined && { seriesId: platform }),
        onSelect: () => onSelect(move.id),
      },
    ];
  });
}

/** Changes of the measurement within the history. */
export function historyBreaks(markers: KeywordScores['markers'], points: { date: string }[]): ChartBreak[] {
  const [first, last] = [points[0]?.date ?? '', points.at(-1)?.date ?? ''];
  return markers
    .filter(({ date }) => date >= first && date <= last)
    .map((marker) => ({ date: marker.date, label: describeMarker(marker) }));
}

function scoresOf({ platforms }: ScorePoint): { platforms: Record<string, number> } {
  return { platforms: Object.fromEntries(Object.entries(platforms).map(([name, { score }]) => [name, score])) };
}

function toPoint(date: string, estimate: Estimate | undefined): ChartPoint {
  if (!estimate || estimate.sample_size < LEAST_ANSWERS) return { date, value: undefined };
  const [low, high] = estimate.interval;
  return { date, value: estimate.score, low, high, sampleSize: estimate.sample_size };
}

import type { HistoryPoint } from '@visibility/sdk';
import { formatLongDay, formatNumber } from '../base/format.ts';
import { listPlatforms, platformLook } from '../base/platforms.ts';
import classes from './history-table.module.css';

/** The same numbers as the chart, newest first. */
export function HistoryTable({ points }: { points: HistoryPoint[] }) {
  const platforms = listPlatforms(points);
  const columns = ['Score', ...platforms.map((platform) => platformLook(platform).name)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table only from a stop
    <section className={classes.scroll} aria-label="History as a table" tabIndex={0}>
      <table className={`${classes.table} numeric`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {[...columns, 'Mentions', 'Citations', 'Answers'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.date}>
              <th scope="row">{formatLongDay(point.date)}</th>
              <td className={classes.score}>{point.visibility_score}</td>
              {platforms.map((platform) => (
                <td key={platform}>{point.platforms[platform] ?? '–'}</td>
              ))}
              <td>{formatNumber(point.mentions)}</td>
              <td>{formatNumber(point.citations)}</td>
              <td>{formatNumber(point.sample_size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

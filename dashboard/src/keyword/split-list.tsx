import type { ChangeSplit } from '../api/events.ts';
import { formatCount } from '../base/format.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './split-list.module.css';

const SHOWN = 6;

/** Where a change comes from: each part with its points and a bar. Noise has no color. */
export function SplitList({ split }: { split: ChangeSplit | null }) {
  if (!split) return null;
  const parts = withoutSmallest(split.parts);
  const largest = Math.max(1, ...parts.map(({ points }) => Math.abs(points)));
  return (
    <div>
      <h3 className={classes.title} id="split">
        Where the change comes from
      </h3>
      <ul className={classes.parts} aria-labelledby="split">
        {parts.map(({ cause, text, points }) => (
          <li key={text} className={classes.part} data-cause={cause}>
            <bdi className={classes.text}>{visibleText(text)}</bdi>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} style={{ width: `${(100 * Math.abs(points)) / largest}%` }} />
            </span>
            <span className="numeric">{signedPoints(points)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The largest parts. The others are added up, noise stays last. */
function withoutSmallest(parts: ChangeSplit['parts']) {
  if (parts.length <= SHOWN) return parts;
  const others = parts.slice(SHOWN - 2, -1);
  const points = others.reduce((sum, one) => sum + one.points, 0);
  const rest = { cause: 'prompt' as const, text: `${others.length} smaller parts`, points };
  return [...parts.slice(0, SHOWN - 2), rest, ...parts.slice(-1)];
}

function signedPoints(points: number): string {
  const sign = points < 0 ? '−' : points > 0 ? '+' : '';
  return `${sign}${formatCount(Math.abs(points), 'point')}`;
}

import { Link } from '@tanstack/react-router';
import type { OverviewCoverage, OverviewFilter } from '../api/overview.ts';
import { Age } from '../base/age.tsx';
import { formatCount, formatDay, formatNumber } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { useRead } from '../base/use-read.ts';
import classes from './overview.module.css';
import { Part } from './part.tsx';

export function CoveragePart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part
      title="Data quality"
      result={useRead('GET /:mode/overview/coverage', { query: filter })}
      height={130}
      more={
        <Link to="/settings/usage" search={{}}>
          Usage
        </Link>
      }
    >
      {(coverage) => <Coverage coverage={coverage} />}
    </Part>
  );
}

function Coverage({
  coverage: { last_answer_at, since, until, planned, platforms, scatter },
}: {
  coverage: OverviewCoverage;
}) {
  const sum = (field: 'valid' | 'truncated' | 'refused' | 'failed') =>
    platforms.reduce((all, one) => all + one[field], 0);
  const [valid, truncated, refused, failed] = [sum('valid'), sum('truncated'), sum('refused'), sum('failed')];
  const asked = valid + truncated + refused + failed;
  const whole = Math.max(1, planned, asked);
  return (
    <>
      <p className={classes.words}>
        {last_answer_at ? (
          <>
            Latest answer: <Age time={last_answer_at} />
          </>
        ) : (
          'No answers yet'
        )}
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span data-kind="valid" style={{ width: `${(100 * valid) / whole}%` }} />
        <span data-kind="refused" style={{ width: `${(100 * (refused + truncated)) / whole}%` }} />
        <span data-kind="failed" style={{ width: `${(100 * failed) / whole}%` }} />
      </div>
      {asked === 0 ? (
        <p className={`${classes.words} numeric`}>
          No answers from {formatDay(since)} to {formatDay(until)}. Today’s answers appear tomorrow.
        </p>
      ) : (
        <>
          <p className={`${classes.words} numeric`}>
            <strong>{formatNumber(valid)}</strong>
            {planned > 0 && <> of about {formatNumber(planned)} planned</>} answers collected (
            {truncated > 0 && <>{formatNumber(truncated)} cut off, </>}
            {formatNumber(refused)} refused, {formatNumber(failed)} failed)
          </p>
          <p className={`${classes.note} numeric`}>
            {formatDay(since)} to {formatDay(until)} · {platforms.map(countValid).join(', ')}
          </p>
          {scatter.length > 0 && <Scatter scatter={scatter} />}
        </>
      )}
    </>
  );
}

/** How much answers vary together, and the split of the budget that follows from it. */
function Scatter({ scatter }: Pick<OverviewCoverage, 'scatter'>) {
  return (
    <>
      <p className={`${classes.note} numeric`} title="1×: answers vary like independent ones.">
        Scatter: {scatter.map(scatterOf).join(', ')}
      </p>
      {scatter.some(isTooAlike) && (
        <p className={`${classes.note} numeric`}>
          More answers to the same prompts hardly help. At the same cost, use more prompts and ask each less often:{' '}
          {scatter.filter(isTooAlike).map(betterSplit).join('; ')}.
        </p>
      )}
    </>
  );
}

function scatterOf({ platform, phi }: OverviewCoverage['scatter'][number]): string {
  return `${platformLook(platform).name} ${phi.toFixed(1)}×`;
}

/** `Claude 2.9 times as many, each 11 times a week on 7 days` */
function betterSplit({ platform, prompts_factor, repeats, days }: OverviewCoverage['scatter'][number]): string {
  const times = `each ${repeats} times a week on ${formatCount(days ?? 0, 'day')}`;
  return `${platformLook(platform).name} ${prompts_factor} times as many, ${times}`;
}

function isTooAlike({ prompts_factor }: OverviewCoverage['scatter'][number]): boolean {
  return (prompts_factor ?? 1) > 1;
}

function countValid({ platform, valid }: OverviewCoverage['platforms'][number]): string {
  return `${platformLook(platform).name} ${formatNumber(valid)}`;
}

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { visibilityQuery } from '../api/visibility.ts';
import { formatAge, formatCount, formatNumber, formatTime } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import { useNow, useSession } from '../base/session-context.ts';
import { Trend } from '../base/trend.tsx';
import classes from './overview.module.css';
import { type Summary, summarize } from './summarize.ts';

/** The API's longest page. A larger workspace is summed up by its most recently updated keywords, and says so. */
const SAMPLE = { page: 1, per_page: 100, sort: '-updated_at' };

export function Overview() {
  const { data: list, isError } = useQuery(visibilityQuery(useMode(), SAMPLE));
  if (isError || list?.data.length === 0) return null;
  if (!list) return <Skeleton height={150} radius={12} />;

  const summary = summarize(list.data);
  const total = list.meta.total;
  return (
    <section className={`card ${classes.strip}`} aria-label="Overview">
      <Part title="Average score">
        <p className={classes.big}>
          {summary.score}
          <small> of 100</small>
        </p>
        <p className={classes.note}>
          {total > summary.count ? `over the ${summary.count} updated last` : `over ${formatCount(total, 'keyword')}`}
        </p>
      </Part>
      <Part title="By platform">
        <PlatformBars platforms={summary.platforms} />
      </Part>
      <Part title="Keywords">
        <p className={classes.big}>{formatNumber(total)}</p>
        <Movement summary={summary} />
      </Part>
      <Part title="Data">
        <Freshness updatedAt={summary.updatedAt} />
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </div>
  );
}

function PlatformBars({ platforms }: { platforms: Summary['platforms'] }) {
  return (
    <ul className={classes.bars}>
      {platforms.map(({ platform, score }) => (
        <li key={platform}>
          <span>{platformLook(platform).name}</span>
          <span className={classes.track} aria-hidden="true">
            <span style={{ width: `${score}%`, background: platformLook(platform).color }} />
          </span>
          <span className={`${classes.value} numeric`}>{score}</span>
        </li>
      ))}
    </ul>
  );
}

function Movement({ summary: { up, down, level, mover } }: { summary: Summary }) {
  return (
    <>
      <p className={`${classes.note} numeric`}>
        {up} up, {down} down, {level} level
      </p>
      {mover && (
        <p className={classes.mover}>
          <Trend value={mover.trend} />
          <Link to="/keywords/$keywordId" params={{ keywordId: mover.keyword_id }}>
            {mover.keyword}
          </Link>
        </p>
      )}
    </>
  );
}

function Freshness({ updatedAt }: { updatedAt: string }) {
  const mode = useMode();
  const now = useNow();
  const { sandbox } = useSession();
  const isSeeding = mode === 'test' && sandbox.status === 'seeding';
  return (
    <>
      <p className={classes.fresh}>
        <span className={classes.dot} data-busy={isSeeding} aria-hidden="true" />
        {isSeeding ? 'Being filled' : <time dateTime={updatedAt}>Updated {formatAge(updatedAt, now)}</time>}
      </p>
      <p className={`${classes.note} numeric`}>
        {mode === 'live'
          ? formatTime(updatedAt)
          : `${sandbox.days_done} of ${sandbox.days_total} days of history seeded`}
      </p>
    </>
  );
}

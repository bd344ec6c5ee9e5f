import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Crossing } from '../api/competitors.ts';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatDay, formatNumber } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { Paging } from '../base/paging.tsx';
import { platformLook } from '../base/platforms.ts';
import { Waiting } from '../base/states.tsx';
import type { ShownPeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import classes from './competitors.module.css';

const PER_PAGE = 10;

interface CrossingListProps {
  period: ShownPeriod;
  platform: string | undefined;
}

/** The weeks in which a tested lead changed sides. */
export function CrossingList({ period: { range, text }, platform }: CrossingListProps) {
  const [page, setPage] = useState(1);
  const filter = { ...range, platform, page, per_page: PER_PAGE };
  const result = useRead('GET /:mode/standings/crossings', { query: filter });
  const { data } = result;
  if (!data) return <Waiting result={result} height={160} />;
  return (
    <section className={classes.plain}>
      <Title order={2} size="h3">
        Who overtook whom
      </Title>
      <Text size="sm" c="dimmed">
        {data.meta.total === 0
          ? `No tested lead changed sides in a week that closed ${text}.`
          : `Weeks closed ${text} in which a tested lead changed sides, newest first.`}
      </Text>
      {data.data.length > 0 && (
        <DataTable
          label="Who overtook whom"
          rows={data.data}
          columns={COLUMNS}
          rowKey={(one) => `${one.week_end} ${one.keyword_id} ${one.platform} ${one.competitor_id}`}
        />
      )}
      <Paging total={data.meta.total} perPage={PER_PAGE} page={page} onPage={setPage} />
    </section>
  );
}

const COLUMNS: Column<Crossing>[] = [
  { title: 'What', isHeading: true, show: (one) => <What crossing={one} /> },
  { title: 'Keyword', show: (one) => <KeywordLink {...one} /> },
  {
    title: 'Platform',
    show: ({ platform }) => (platform === null ? 'All platforms' : platformLook(platform).name),
  },
  { title: 'Week', show: ({ week_start, week_end }) => `${formatDay(week_start)} – ${formatDay(week_end)}` },
  { title: 'You vs. them before', isNumber: true, show: ({ before }) => <Sides lead={before} /> },
  { title: 'After', isNumber: true, show: ({ after }) => <Sides lead={after} /> },
  { title: 'Answers', show: (one) => <Answers crossing={one} /> },
];

function What({ crossing: { direction, competitor } }: { crossing: Crossing }) {
  if (direction === 'overtook')
    return (
      <span className={classes.good}>
        You overtook <bdi>{competitor}</bdi>
      </span>
    );
  return (
    <span className={classes.bad}>
      <bdi>{competitor}</bdi> overtook you
    </span>
  );
}

function Sides({ lead }: { lead: Crossing['before'] }) {
  const [low, high] = lead.lead_interval;
  const days = `${formatDay(lead.since)} – ${formatDay(lead.until)}`;
  return (
    <span title={`${days}. 95% interval of the difference: ${low} to ${high}`}>
      <strong className="numeric">
        {lead.own_score} vs. {lead.competitor_score}
      </strong>{' '}
      <span className={classes.small}>n = {formatNumber(lead.sample_size)}</span>
    </span>
  );
}

/** Answers that mention only the brand that is now ahead. */
function Answers({ crossing: { answer_ids } }: { crossing: Crossing }) {
  return (
    <span className={classes.actions}>
      {answer_ids.slice(0, 3).map((answerId, index) => (
        <Link key={answerId} to="/answers/$answerId" params={{ answerId }} aria-label={`Answer ${index + 1}`}>
          {index + 1}
        </Link>
      ))}
    </span>
  );
}

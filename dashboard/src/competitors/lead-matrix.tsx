import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { collecting, pointsText } from '../../../server/src/base/score-text.ts';
import type { Standing, TrackedBrand } from '../api/competitors.ts';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatDay, formatNumber } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { Paging } from '../base/paging.tsx';
import { Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import classes from './competitors.module.css';

const LONGEST_PAGE = 100;

/** Who is ahead on each keyword: one row per keyword, one column per competitor. */
export function LeadMatrix({ competitors, platform }: { competitors: TrackedBrand[]; platform: string | undefined }) {
  const [page, setPage] = useState(1);
  // A keyword is never split between two pages.
  const perPage = Math.max(1, Math.floor(LONGEST_PAGE / competitors.length)) * competitors.length;
  const filter = { platform: platform ?? 'overall', page, per_page: perPage };
  const result = useRead('GET /:mode/standings', { query: filter });
  const { data } = result;
  if (!data) return <Waiting result={result} height={280} />;
  const rows = rowsOf(data.data);
  const until = data.data.find(({ figures }) => figures)?.figures?.until;
  return (
    <section className={classes.plain}>
      <Title order={2} size="h3">
        Who leads where
      </Title>
      <Text size="sm" c="dimmed">
        {until
          ? `Your score minus theirs, in up to four weeks to ${formatDay(until)}, tested on the same answers. A lead that may be chance is too close to call.`
          : 'Leads are tested when the first week closes.'}
      </Text>
      {rows.length > 0 && (
        <DataTable
          label="Who leads on each keyword"
          rows={rows}
          columns={columnsOf(competitors)}
          rowKey={([keywordId]) => keywordId}
        />
      )}
      <Paging total={data.meta.total} perPage={perPage} page={page} onPage={setPage} />
    </section>
  );
}

type Row = [keywordId: string, standings: Standing[]];

function rowsOf(standings: Standing[]): Row[] {
  const rows = new Map<string, Standing[]>();
  for (const one of standings) rows.set(one.keyword_id, [...(rows.get(one.keyword_id) ?? []), one]);
  return [...rows];
}

function columnsOf(competitors: TrackedBrand[]): Column<Row>[] {
  return [
    {
      title: 'Keyword',
      isHeading: true,
      show: ([keywordId, [first]]) => <KeywordLink keyword_id={keywordId} keyword={first?.keyword} />,
    },
    ...competitors.map(
      ({ competitor_id, name }): Column<Row> => ({
        title: name,
        show: ([, standings]) => <Lead standing={standings.find((one) => one.competitor_id === competitor_id)} />,
      }),
    ),
  ];
}

function Lead({ standing }: { standing: Standing | undefined }) {
  if (!standing) return <span className={classes.dimmed}>–</span>;
  const { figures, verdict, sample_size } = standing;
  if (!figures) return <span className={classes.dimmed}>{collecting(sample_size) ?? 'Collecting'}</span>;
  const { lead, lead_interval: interval, own_score, competitor_score } = figures;
  const days = `${formatDay(figures.since)} – ${formatDay(figures.until)}`;
  return (
    <span title={`Lead ${pointsText(lead)} (95% interval ${interval.map(pointsText).join(' to ')}), ${days}`}>
      <span className={verdict === 'ahead' ? classes.good : verdict === 'behind' ? classes.bad : classes.dimmed}>
        {verdict === 'ahead' && `▲ Ahead by ${lead}`}
        {verdict === 'behind' && `▼ Behind by ${-lead}`}
        {verdict === 'too_close_to_call' && 'Too close to call'}
      </span>
      <span className={`${classes.small} ${classes.under}`}>
        {own_score} vs. {competitor_score}, n = {formatNumber(sample_size)}
      </span>
    </span>
  );
}

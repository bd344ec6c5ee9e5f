import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { Paging } from '../base/paging.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useView } from '../base/view.ts';
import classes from './citations-page.module.css';
import { type CitationsView, PER_PAGE, USUAL_DAYS } from './citations-view.ts';

const shares = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

interface CountedList<Row> {
  data: Row[];
  meta: { total: number; citations: number };
}

interface CitedListProps<Row> {
  /** Singular noun of the rows: `domain`. */
  noun: string;
  loaded: UseQueryResult<CountedList<Row>>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
}

/** Domains or pages, most cited first, with their share of all citations. */
export function CitedList<Row extends { citations: number }>({ noun, loaded, columns, rowKey }: CitedListProps<Row>) {
  const { view, change } = useView<CitationsView>();
  const { text } = usePeriod(USUAL_DAYS);
  const { data, error, refetch, isPlaceholderData } = loaded;
  if (!data) return error ? <ErrorState error={error} retry={refetch} /> : <LoadingCitations />;
  const { total, citations } = data.meta;
  if (total === 0) return <NoCitations />;
  const counts: Column<Row>[] = [
    { title: 'Citations', isNumber: true, show: (row) => formatNumber(row.citations) },
    {
      title: 'Share',
      isNumber: true,
      show: (row) => (
        <span
          className={classes.share}
          title={`${formatNumber(row.citations)} of ${formatCount(citations, 'citation')}`}
        >
          {shares.format(row.citations / citations)}
        </span>
      ),
    },
  ];
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {formatCount(citations, 'citation')} from {formatCount(total, noun)} {text}
      </Text>
      <div aria-busy={isPlaceholderData}>
        <DataTable label={`Citations by ${noun}`} rows={data.data} columns={[...columns, ...counts]} rowKey={rowKey} />
      </div>
      <Paging
        total={total}
        perPage={PER_PAGE}
        page={view.page ?? 1}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

export function LoadingCitations() {
  return <Skeleton height={420} radius={12} role="status" aria-label="Loading citations" />;
}

export function NoCitations() {
  return (
    <EmptyState title="No matching citations">
      <Text c="dimmed">Choose a longer range or remove filters. Some assistants don’t cite sources.</Text>
    </EmptyState>
  );
}

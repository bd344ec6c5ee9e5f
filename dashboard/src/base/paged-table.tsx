import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { UrlPaging } from './paging.tsx';
import { Loaded } from './states.tsx';

interface PagedTableProps<Row, List> extends Omit<DataTableProps<Row>, 'rows'> {
  result: UseQueryResult<List>;
  perPage: number;
  /** Shown in place of an empty table. */
  empty: ReactNode;
  /** What the table shows, above it. */
  summary?: (list: List) => ReactNode;
}

/** One page of a list, with everything a list needs. The page is in the URL. */
export function PagedTable<Row, List extends { data: Row[]; meta: { total: number } }>({
  result,
  perPage,
  empty,
  summary,
  ...table
}: PagedTableProps<Row, List>) {
  return (
    <Loaded result={result} height={420}>
      {(list) =>
        list.meta.total === 0 ? (
          empty
        ) : (
          <>
            {summary && (
              <Text size="sm" c="dimmed" role="status">
                {summary(list)}
              </Text>
            )}
            <div aria-busy={result.isPlaceholderData}>
              <DataTable rows={list.data} {...table} />
            </div>
            <UrlPaging total={list.meta.total} perPage={perPage} />
          </>
        )
      }
    </Loaded>
  );
}

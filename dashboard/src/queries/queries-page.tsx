import { Skeleton, Text } from '@mantine/core';
import { Comparison } from '../base/comparison.tsx';
import { Filters, KeywordFilter, PlatformFilter, RangeFilter, SearchFilter } from '../base/filters.tsx';
import { formatNumber } from '../base/format.ts';
import { Page } from '../base/page.tsx';
import { Paging } from '../base/paging.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import type { QueriesView } from './queries-view.ts';
import { QueryTable } from './query-table.tsx';

const USUAL_DAYS = 30;
const PER_PAGE = 25;

export function QueriesPage() {
  const { view, change } = useView<QueriesView>();
  return (
    <Page title="Searches" lead="What assistants search the web for before they answer your prompts.">
      <Filters>
        <RangeFilter usual={USUAL_DAYS} />
        <PlatformFilter value={view.platform} onChange={(platform) => change({ platform })} />
        <KeywordFilter value={view.keyword} onChange={(keyword) => change({ keyword })} />
        <SearchFilter label="Find a search" value={view.q} onChange={(q) => change({ q })} />
      </Filters>
      <Comparison usual={USUAL_DAYS} filter={{ platform: view.platform, keyword_id: view.keyword }} />
      <QueryList />
    </Page>
  );
}

function QueryList() {
  const { view, change } = useView<QueriesView>();
  const { platform, keyword, q, page = 1 } = view;
  const { range, text, since, until } = usePeriod(USUAL_DAYS);
  const filter = { ...range, platform, keyword_id: keyword, q, page, per_page: PER_PAGE };
  const { data, error, refetch, isPlaceholderData } = useRead('GET /:mode/queries', { query: filter });
  if (!data) {
    if (error) return <ErrorState error={error} retry={refetch} />;
    return <Skeleton height={420} radius={12} role="status" aria-label="Loading searches" />;
  }
  const { total } = data.meta;
  if (total === 0) {
    return (
      <EmptyState title="No matching searches">
        <Text c="dimmed">
          Choose a longer range or remove filters. Some platforms do not report their searches. Imported answers have
          them only if you send <code>queries</code>.
        </Text>
      </EmptyState>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {formatNumber(total)} {total === 1 ? 'search' : 'searches'} {text}. Shares are of the keyword’s answers that
        report their searches, with 95% intervals.
      </Text>
      <div aria-busy={isPlaceholderData}>
        <QueryTable queries={data.data} counted={{ since, until, platform }} withKeyword />
      </div>
      <Paging
        total={total}
        perPage={PER_PAGE}
        page={page}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

import { Text } from '@mantine/core';
import { Comparison } from '../base/comparison.tsx';
import { Filters, PlatformFilter, RangeFilter, SearchFilter } from '../base/filters.tsx';
import { formatNumber } from '../base/format.ts';
import { KeywordFilter } from '../base/keyword-select.tsx';
import { Page } from '../base/page.tsx';
import { PagedTable } from '../base/paged-table.tsx';
import { EmptyState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import type { QueriesView } from './queries-view.ts';
import { queryTable } from './query-table.tsx';

const USUAL_DAYS = 30;
const PER_PAGE = 25;

export function QueriesPage() {
  const { platform, keyword } = useView<QueriesView>().view;
  return (
    <Page title="Searches" lead="What assistants search the web for before they answer your prompts.">
      <Filters>
        <RangeFilter usual={USUAL_DAYS} />
        <PlatformFilter />
        <KeywordFilter />
        <SearchFilter label="Find a search" />
      </Filters>
      <Comparison usual={USUAL_DAYS} filter={{ platform, keyword_id: keyword }} />
      <QueryList />
    </Page>
  );
}

function QueryList() {
  const { platform, keyword, q, page } = useView<QueriesView>().view;
  const { range, text, since, until } = usePeriod(USUAL_DAYS);
  const query = { ...range, platform, keyword_id: keyword, q, page, per_page: PER_PAGE, include: 'evidence' } as const;
  return (
    <PagedTable
      result={useRead('GET /:mode/queries', { query })}
      perPage={PER_PAGE}
      {...queryTable({ since, until, platform }, { withKeyword: true })}
      empty={<NoQueries />}
      summary={({ meta: { total } }) =>
        `${formatNumber(total)} ${total === 1 ? 'search' : 'searches'} ${text}. Shares are of the keyword’s answers that report their searches, with 95% intervals.`
      }
    />
  );
}

function NoQueries() {
  return (
    <EmptyState title="No matching searches">
      <Text c="dimmed">
        Choose a longer range or remove filters. Some platforms do not report their searches. Imported answers have them
        only if you send <code>queries</code>.
      </Text>
    </EmptyState>
  );
}

import { Title } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { visibilityQuery } from '../api/visibility.ts';
import { useMode } from '../base/mode.ts';
import { ErrorState } from '../base/states.tsx';
import { DEFAULT_SORT, useKeywordFilter } from './keyword-filter.ts';
import { KeywordList } from './keyword-list.tsx';
import { KeywordPaging } from './keyword-paging.tsx';
import { KeywordTable } from './keyword-table.tsx';
import classes from './keywords-page.module.css';
import { KeywordsSkeleton } from './keywords-skeleton.tsx';
import { NoKeywords } from './no-keywords.tsx';
import { Overview } from './overview.tsx';
import { Toolbar } from './toolbar.tsx';

const PER_PAGE = 25;

export function KeywordsPage() {
  useDocumentTitle('Keywords · Visibility');
  const { list, error, refetch, isPlaceholderData, isUnused } = useKeywords();
  const isWide = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false });
  const Records = isWide ? KeywordTable : KeywordList;

  return (
    <div className={classes.page}>
      <Title order={1}>Keywords</Title>
      {!isUnused && <Overview />}
      {!isUnused && <Toolbar total={list?.meta.total} withSort={!isWide} />}
      {error && <ErrorState error={error} retry={refetch} />}
      {!list && !error && <KeywordsSkeleton />}
      {list && list.data.length > 0 && (
        <div className={classes.records} data-stale={isPlaceholderData} aria-busy={isPlaceholderData}>
          <Records records={list.data} />
        </div>
      )}
      {list?.data.length === 0 && <NoKeywords total={list.meta.total} />}
      {list && <KeywordPaging total={list.meta.total} perPage={PER_PAGE} />}
    </div>
  );
}

function useKeywords() {
  const mode = useMode();
  const { filter } = useKeywordFilter();
  const { data: list, ...query } = useQuery(
    visibilityQuery(mode, {
      page: filter.page ?? 1,
      per_page: PER_PAGE,
      q: filter.q,
      tag: filter.tag,
      sort: filter.sort ?? DEFAULT_SORT,
    }),
  );
  const isUnused = list?.meta.total === 0 && !filter.q && !filter.tag;
  return { ...query, list, isUnused };
}

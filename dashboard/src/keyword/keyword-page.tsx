import { Skeleton, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RequestError } from '../api/request.ts';
import { keywordQuery } from '../api/visibility.ts';
import { Icon } from '../base/icons.tsx';
import { useMode } from '../base/mode.ts';
import { useNow } from '../base/session-context.ts';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { History } from './history.tsx';
import classes from './keyword-page.module.css';
import { firstDay, useKeywordView } from './keyword-view.ts';
import { PlatformCards } from './platform-cards.tsx';
import { ScoreCard } from './score-card.tsx';

/** The longest range is fetched once, so that switching to a shorter one needs no waiting. */
const LONGEST_DAYS = 90;

export function KeywordPage() {
  const { keywordId } = useKeywordView();
  const since = firstDay(useNow(), LONGEST_DAYS);
  const { data: keyword, error, refetch } = useQuery(keywordQuery(useMode(), keywordId, { since }));
  useDocumentTitle(keyword ? `${keyword.keyword} · Visibility` : 'Keyword · Visibility');

  return (
    <div className={classes.page}>
      <Link to="/keywords" className={classes.back}>
        <Icon name="back" size={14} /> All keywords
      </Link>
      {keyword && (
        <>
          <Title order={1} className={classes.keyword}>
            {keyword.keyword}
          </Title>
          <div className={classes.top}>
            <ScoreCard keyword={keyword} />
            <PlatformCards keyword={keyword} />
          </div>
          <History history={keyword.history} />
        </>
      )}
      {!keyword && error && <LoadFailed error={error} retry={refetch} />}
      {!keyword && !error && <LoadingKeyword />}
    </div>
  );
}

function LoadFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  if (!(error instanceof RequestError) || error.status !== 404) return <ErrorState error={error} retry={retry} />;
  return (
    <EmptyState title="There is no such keyword here" level={1}>
      <Text c="dimmed">It was deleted, or it belongs to the other workspace: see the Test / Live switch above.</Text>
    </EmptyState>
  );
}

function LoadingKeyword() {
  return (
    <div role="status" aria-label="Loading the keyword">
      <Skeleton height={34} width="min(420px, 80%)" mb={20} />
      <Skeleton height={190} mb={18} radius={12} />
      <Skeleton height={400} radius={12} />
    </div>
  );
}

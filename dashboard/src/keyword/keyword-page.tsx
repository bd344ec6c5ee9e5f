import { Badge, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { MoveEvent } from '../api/events.ts';
import type { KeywordScores } from '../api/keyword.ts';
import { RequestError } from '../api/request.ts';
import { Icon } from '../base/icons.tsx';
import { Page } from '../base/page.tsx';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { type ShownPeriod, usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { Answers } from './answers.tsx';
import { Competitors } from './competitors.tsx';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { History } from './history.tsx';
import { KeywordActions } from './keyword-actions.tsx';
import classes from './keyword-page.module.css';
import { KeywordTabs } from './keyword-tabs.tsx';
import { USUAL_DAYS, useKeywordView } from './keyword-view.ts';
import { Moves } from './moves.tsx';
import { PlatformBreakdown } from './platform-breakdown.tsx';
import { Prompts } from './prompts.tsx';
import { ScoreCard } from './score-card.tsx';
import { Searches } from './searches.tsx';

const NO_MOVES: MoveEvent[] = [];

export function KeywordPage() {
  const { keywordId } = useKeywordView();
  const { range } = usePeriod(USUAL_DAYS);
  const {
    data: scores,
    error,
    refetch,
  } = useRead('GET /:mode/keywords/:keyword_id/scores', { params: { keyword_id: keywordId }, query: range });
  return (
    <div className={classes.page}>
      <Link to="/keywords" className={classes.back}>
        <Icon name="back" size={14} /> All keywords
      </Link>
      {scores && <Loaded scores={scores} range={range} />}
      {!scores && error && <LoadFailed error={error} retry={refetch} />}
      {!scores && !error && <LoadingKeyword />}
    </div>
  );
}

function Loaded({ scores, range }: { scores: KeywordScores; range: ShownPeriod['range'] }) {
  const { keywordId, view, change } = useKeywordView();
  const moves =
    useRead('GET /:mode/keywords/:keyword_id/moves', { params: { keyword_id: keywordId }, query: range }).data?.data ??
    NO_MOVES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function would redraw all marks on each render
  const openMove = useCallback((event: string) => change({ event }), [keywordId]);
  return (
    <Page
      title={scores.keyword.keyword}
      lead={<About keyword={scores.keyword} />}
      actions={
        <MemberOnly>
          <KeywordActions scores={scores} />
        </MemberOnly>
      }
    >
      <KeywordTabs>
        {{
          overview: (
            <>
              <div className={classes.top}>
                <ScoreCard scores={scores} />
                <PlatformBreakdown scores={scores} />
              </div>
              <History scores={scores} moves={moves} onMove={openMove} />
              <Moves moves={moves} onMove={openMove} />
            </>
          ),
          prompts: <Prompts scores={scores} />,
          competitors: <Competitors scores={scores} />,
          searches: <Searches />,
          answers: <Answers prompts={scores.prompts} />,
        }}
      </KeywordTabs>
      {view.event !== undefined && <EvidenceDialog eventId={view.event} onClose={() => change({ event: undefined })} />}
    </Page>
  );
}

function About({ keyword: { status, tags, country, language } }: Pick<KeywordScores, 'keyword'>) {
  const market = [country ?? 'Any country', language ?? 'English'].join(' · ');
  return (
    <span className={classes.about}>
      {status === 'paused' && (
        <Badge color="yellow" variant="light" tt="none">
          Paused
        </Badge>
      )}
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none">
          <bdi>{tag}</bdi>
        </Badge>
      ))}
      <span>{market}</span>
    </span>
  );
}

function LoadFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  useDocumentTitle('Keyword · Visibility');
  if (!(error instanceof RequestError) || error.status !== 404) return <ErrorState error={error} retry={retry} />;
  return (
    <EmptyState title="Keyword not found" level={1}>
      <Text c="dimmed">
        It was deleted, or it belongs to the other workspace: switch it in the menu at the top left.
      </Text>
    </EmptyState>
  );
}

function LoadingKeyword() {
  return (
    <div role="status" aria-label="Loading keyword">
      <VisuallyHidden component="h1">Keyword</VisuallyHidden>
      <Skeleton height={34} width="min(420px, 80%)" mb={20} />
      <Skeleton height={190} mb={18} radius={12} />
      <Skeleton height={400} radius={12} />
    </div>
  );
}

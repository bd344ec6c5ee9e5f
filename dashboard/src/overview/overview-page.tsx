import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OverviewFilter, OverviewScore } from '../api/overview.ts';
import { isShared } from '../api/shared.ts';
import { Comparison } from '../base/comparison.tsx';
import { Filters, PlatformFilter, RangeFilter, TagFilter } from '../base/filters.tsx';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { CoveragePart } from './coverage-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { MovesPart } from './moves-part.tsx';
import classes from './overview.module.css';
import { ReviewPart } from './review-part.tsx';
import { ScorePart } from './score-part.tsx';
import { Summary } from './summary.tsx';
import { VoicePart } from './voice-part.tsx';

const USUAL_DAYS = 90;

export function OverviewPage() {
  const mode = useMode();
  const { view } = useView();
  const { since, length, earlier } = usePeriod(USUAL_DAYS);
  const filter: OverviewFilter = { ...length, platform: view.platform, tag: view.tag };
  const { data: score } = useRead('GET /:mode/overview', { query: filter });
  const { data: coverage } = useRead('GET /:mode/overview/coverage', { query: filter });
  const isUnused = score?.keywords === 0 && !view.tag;
  const isUnfiltered = !view.tag && !view.platform;
  const isUnanswered = isUnfiltered && coverage?.last_answer_at === null && score?.points.length === 0;
  return (
    <Page title="Overview" lead={<Lead score={score} />}>
      {isUnused || isUnanswered ? (
        <NothingYet isTracked={!isUnused} />
      ) : (
        <>
          {length.until === undefined && <Summary since={since} />}
          {!isShared() && <ReviewPart />}
          <Filters>
            <RangeFilter usual={USUAL_DAYS} />
            <PlatformFilter />
            <TagFilter />
          </Filters>
          <Comparison usual={USUAL_DAYS} filter={{ platform: view.platform, tag: view.tag }} />
          <div className={classes.parts} key={mode}>
            <ScorePart filter={filter} />
            <HistoryPart filter={filter} earlier={earlier} />
            <VoicePart filter={filter} />
            <MovesPart filter={filter} />
            <CoveragePart filter={filter} />
          </div>
        </>
      )}
    </Page>
  );
}

function Lead({ score }: { score: OverviewScore | undefined }) {
  if (!score) return '\u00a0';
  if (!score.brand) return 'How often AI assistants mention your brand.';
  return (
    <>
      How often AI assistants mention <bdi className={classes.brand}>{score.brand}</bdi>.
    </>
  );
}

function NothingYet({ isTracked }: { isTracked: boolean }) {
  const mode = useMode();
  if (isTracked) {
    return (
      <EmptyState title="No answers yet">
        <Text c="dimmed">
          {mode === 'live'
            ? 'Add an API key for a platform. The first answers arrive within minutes.'
            : 'Click “Advance 1 day” above to collect the first answers.'}
        </Text>
        {mode === 'live' && (
          <MemberOnly>
            <Button renderRoot={(props) => <Link to="/settings/platforms" search={{}} {...props} />}>
              Add an API key
            </Button>
          </MemberOnly>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No keywords yet">
      <Text c="dimmed">Set up your brand, competitors and keywords. You see the cost before anything runs.</Text>
      <MemberOnly>
        <Button renderRoot={(props) => <Link to={mode === 'live' ? '/start' : '/keywords'} search={{}} {...props} />}>
          {mode === 'live' ? 'Set up your workspace' : 'Add keywords'}
        </Button>
      </MemberOnly>
    </EmptyState>
  );
}

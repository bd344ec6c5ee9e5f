import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { brandQuery } from '../api/brand.ts';
import { keywordSummaryQuery } from '../api/keywords.ts';
import { formatCount, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { useRole } from '../base/role.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { Wizard } from './wizard.tsx';

export function StartPage() {
  const role = useRole();
  const mode = useMode();
  return (
    <Page title="Start" lead="Three quick steps. You see the cost before anything runs.">
      {mode === 'test' ? <SandboxReady /> : role === 'viewer' ? <ReadOnly /> : <LiveStart />}
    </Page>
  );
}

function LiveStart() {
  const mode = useMode();
  const brand = useQuery({ ...brandQuery(mode), refetchOnWindowFocus: false });
  const summary = useQuery(keywordSummaryQuery(mode));
  const error = brand.error ?? summary.error;
  if (error && (!brand.data || !summary.data)) {
    return <ErrorState error={error} retry={() => Promise.all([brand.refetch(), summary.refetch()])} />;
  }
  if (!brand.data || !summary.data) return <Skeleton height={360} radius={12} role="status" aria-label="Loading" />;
  const { active, paused } = summary.data;
  return <Wizard state={brand.data} isBegun={brand.data.brand !== null && active + paused > 0} begun={<Begun />} />;
}

function Begun() {
  const { data } = useQuery(keywordSummaryQuery(useMode()));
  return (
    <EmptyState title="This workspace is set up">
      <Text c="dimmed">
        {data ? `${formatCount(data.active, 'keyword')} asked, ${formatNumber(data.paused)} paused. ` : ''}
        First answers come within minutes of a platform having a key; a week makes the first full score.
      </Text>
      <Button component={Link} to="/keywords">
        See the keywords
      </Button>
      <Text size="sm">
        Change <Link to="/settings/brand">the brand</Link>, <Link to="/competitors">the competitors</Link>, or{' '}
        <Link to="/settings/platforms">platforms and budget</Link>.
      </Text>
    </EmptyState>
  );
}

function ReadOnly() {
  return (
    <EmptyState title="Viewers cannot set up a workspace">
      <Text c="dimmed">Ask an owner to change your role, or to set it up.</Text>
    </EmptyState>
  );
}

function SandboxReady() {
  return (
    <EmptyState title="The sandbox is already set up">
      <Text c="dimmed">
        It has a brand, competitors and keywords of its own, for looking around. Your own begin in the live workspace.
      </Text>
      <Link to="/start" search={{ mode: 'live' }}>
        Set up the live workspace
      </Link>
    </EmptyState>
  );
}

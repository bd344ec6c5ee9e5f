import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { useRole } from '../base/role.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { Wizard } from './wizard.tsx';

export function StartPage() {
  const role = useRole();
  const mode = useMode();
  return (
    <Page title="Set up your workspace" lead="Four quick steps. You see the cost before anything runs.">
      {mode === 'test' ? <SandboxReady /> : role === 'viewer' ? <ReadOnly /> : <LiveStart />}
    </Page>
  );
}

function LiveStart() {
  const brand = useRead('GET /:mode/brand/state', { refetchOnWindowFocus: false });
  const summary = useRead('GET /:mode/keyword-tags', {});
  const error = brand.error ?? summary.error;
  if (error && (!brand.data || !summary.data)) {
    return <ErrorState error={error} retry={() => Promise.all([brand.refetch(), summary.refetch()])} />;
  }
  if (!brand.data || !summary.data) return <Skeleton height={360} radius={12} role="status" aria-label="Loading" />;
  const { active, paused } = summary.data;
  return <Wizard state={brand.data} isBegun={brand.data.brand !== null && active + paused > 0} begun={<Begun />} />;
}

function Begun() {
  const { data } = useRead('GET /:mode/keyword-tags', {});
  return (
    <EmptyState title="This workspace is set up">
      <Text c="dimmed">
        {data ? `${formatCount(data.active, 'active keyword')}, ${formatNumber(data.paused)} paused. ` : ''}
        The first answers arrive within minutes after you add an API key. The first full score takes a week.
      </Text>
      <Button component={Link} to="/keywords">
        View keywords
      </Button>
      <Text size="sm">
        Edit <Link to="/settings/brand">brand</Link>, <Link to="/competitors">competitors</Link> or{' '}
        <Link to="/settings/platforms">platforms and budget</Link>
      </Text>
    </EmptyState>
  );
}

function ReadOnly() {
  return (
    <EmptyState title="Viewers can’t set up a workspace">
      <Text c="dimmed">Ask an owner to set it up or to change your role.</Text>
    </EmptyState>
  );
}

function SandboxReady() {
  return (
    <EmptyState title="The sandbox is already set up">
      <Text c="dimmed">
        It contains a demo brand, competitors and keywords. Set up your own brand in the live workspace.
      </Text>
      <Link to="/start" search={{ mode: 'live' }}>
        Set up the live workspace
      </Link>
    </EmptyState>
  );
}

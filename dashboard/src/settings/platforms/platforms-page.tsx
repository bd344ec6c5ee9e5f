import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly } from '../../base/role.tsx';
import { EmptyState, ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import settings from '../settings.module.css';
import { AddInstance } from './add-instance.tsx';
import { BudgetForm } from './budget-form.tsx';
import { PlanCost } from './plan-cost.tsx';
import { PlatformCard } from './platform-card.tsx';
import classes from './platforms.module.css';

export function PlatformsPage() {
  const mode = useMode();
  return (
    <Page title="Platforms" lead="AI assistants to track, API keys and budget.">
      {mode === 'test' ? <Simulated /> : <LivePlatforms />}
    </Page>
  );
}

function Simulated() {
  return (
    <EmptyState title="Platforms are simulated in the sandbox">
      <Text c="dimmed">
        The sandbox needs no API keys and costs nothing. API keys and budget are part of the live workspace.
      </Text>
      <Link to="." search={{ mode: 'live' }}>
        Switch to the live workspace
      </Link>
    </EmptyState>
  );
}

function LivePlatforms() {
  const _mode = useMode();
  const states = useRead('GET /:mode/platform-states', {});
  const budget = useRead('GET /:mode/budget', {});
  const error = states.error ?? budget.error;
  const retry = () => Promise.all([states.refetch(), budget.refetch()]);
  if (error && (!states.data || !budget.data)) return <ErrorState error={error} retry={retry} />;
  if (!states.data || !budget.data) return <Skeleton height={320} radius={12} role="status" aria-label="Loading" />;
  return (
    <>
      <ul className={classes.cards} aria-label="Platforms">
        {states.data.platforms.map((state) => (
          <PlatformCard key={state.platform} state={state} />
        ))}
      </ul>
      <MemberOnly>
        <AddInstance />
      </MemberOnly>
      <div className={settings.page}>
        <PlanCost intervalPoints={budget.data.interval_points} />
        <BudgetForm budget={budget.data} />
      </div>
    </>
  );
}

import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MemberOnly } from '../base/role.tsx';
import { useSession } from '../base/session-context.ts';
import { EmptyState } from '../base/states.tsx';

/** Replaces the pages of a sandbox until all of its days are simulated. Before that, numbers would change every second. */
export function SeedingCard() {
  const { days_done: done, days_total: total } = useSession().sandbox;
  const left = useSecondsLeft(done, total);
  return (
    <EmptyState title={`Generating ${total} days of demo data`} level={1}>
      <Text className="numeric">
        {done} of {total}
        {left !== undefined && `, about ${left} s left`}
      </Text>
      <Progress
        w="min(420px, 100%)"
        value={(100 * done) / Math.max(1, total)}
        color="iris"
        animated
        aria-label="Days of history generated"
      />
      <Text c="dimmed">Simulated answers run through the same pipeline as real ones. They cost nothing.</Text>
      <Text size="sm">
        Meanwhile,{' '}
        <MemberOnly>
          <Link to="/start" search={{ mode: 'live' }}>
            set up your brand
          </Link>
          , <Link to="/settings/keys">create an API key</Link> or{' '}
        </MemberOnly>
        <a href="/docs/reference">read the API reference</a>.
      </Text>
    </EmptyState>
  );
}

const LEAST_DAYS = 3;
/** A number that changes every second is hard to read. */
const STEP_SECONDS = 5;

/** Estimated from the days simulated since the page was opened. */
function useSecondsLeft(done: number, total: number): number | undefined {
  const [start] = useState(() => ({ done, atMs: Date.now() }));
  const days = done - start.done;
  if (days < LEAST_DAYS) return undefined;
  const seconds = ((Date.now() - start.atMs) / 1000 / days) * (total - done);
  return Math.max(1, Math.ceil(seconds / STEP_SECONDS)) * STEP_SECONDS;
}

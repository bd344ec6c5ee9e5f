import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Sandbox } from '../api/session.ts';
import { formatDate } from '../base/format.ts';
import { Icon } from '../base/icons.tsx';
import { MemberOnly } from '../base/role.tsx';
import { useSession } from '../base/session-context.ts';
import { AdvanceButtons } from './advance-buttons.tsx';
import classes from './sandbox-banner.module.css';

export function SandboxBanner() {
  const { sandbox } = useSession();
  useFreshDataWhileSeeding(sandbox);
  return (
    <section className={classes.banner} aria-label="Sandbox">
      <div className={classes.inner}>
        <p className={classes.what}>
          <Icon name="flask" />
          <span>
            <strong>
              Sandbox<span className={classes.long}>: simulated answers, no cost.</span>
            </strong>{' '}
            <span className={classes.date}>
              <span className={classes.long}>Sandbox date: </span>
              <time dateTime={sandbox.now}>{formatDate(sandbox.now)}</time>
            </span>
          </span>
        </p>
        {sandbox.status === 'seeding' ? (
          <Seeding sandbox={sandbox} />
        ) : (
          <MemberOnly>
            <AdvanceButtons />
          </MemberOnly>
        )}
      </div>
    </section>
  );
}

function Seeding({ sandbox: { days_done, days_total } }: { sandbox: Sandbox }) {
  return (
    <div className={classes.progress}>
      <span className="numeric">
        Generating demo history: day {days_done} of {days_total}
      </span>
      <Progress
        value={(100 * days_done) / Math.max(1, days_total)}
        color="iris"
        animated
        aria-label="Days of history generated"
      />
    </div>
  );
}

function useFreshDataWhileSeeding({ days_done, status }: Sandbox) {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads after each simulated day
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['test'] });
  }, [client, days_done, status]);
}

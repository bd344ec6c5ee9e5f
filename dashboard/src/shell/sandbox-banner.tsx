import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatDate } from '../base/format.ts';
import { Icon } from '../base/icons.tsx';
import { useLiveKeywordCount } from '../base/lookups.ts';
import { MemberOnly } from '../base/role.tsx';
import { useSession } from '../base/session-context.ts';
import { AdvanceButtons } from './advance-buttons.tsx';
import classes from './sandbox-banner.module.css';

export function SandboxBanner() {
  const { sandbox } = useSession();
  useFreshData(sandbox.status);
  const keywords = useLiveKeywordCount();
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
              <time dateTime={sandbox.now} title="Sandbox date">
                {formatDate(sandbox.now)}
              </time>
            </span>
          </span>
        </p>
        <MemberOnly>
          <div className={classes.actions}>
            {sandbox.status === 'ready' && <AdvanceButtons />}
            {keywords === 0 && (
              <Button size="xs" renderRoot={(props) => <Link to="/start" search={{ mode: 'live' }} {...props} />}>
                Set up your brand
              </Button>
            )}
          </div>
        </MemberOnly>
      </div>
    </section>
  );
}

/** Pages were hidden while days were simulated. */
function useFreshData(status: string) {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when all days are simulated
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['test'] });
  }, [client, status]);
}

import { Badge, Skeleton } from '@mantine/core';
import type { DashboardSession } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { formatCount } from '../../base/format.ts';
import { ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { When } from '../when.tsx';
import { describeAgent } from './describe-agent.ts';

export function SessionList() {
  const { data: list, error, refetch } = useRead('GET /sessions', {});
  if (error) return <ErrorState error={error} retry={refetch} />;
  const others = list?.data.filter(({ current }) => !current) ?? [];
  const current = list?.data.filter((session) => session.current) ?? [];
  return (
    <Section title="Active sessions" aside={others.length > 0 && <EndOthers count={others.length} />}>
      {!list && <Skeleton height={60} aria-label="Loading" role="status" />}
      {list && (
        <ul className={classes.list}>
          {[...current, ...others].map((session) => (
            <SessionItem key={session.session_id} session={session} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function SessionItem({ session }: { session: DashboardSession }) {
  const params = { session_id: session.session_id };
  const agent = describeAgent(session.user_agent);
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <p className={classes.title}>
          <bdi title={session.user_agent ?? undefined}>{agent}</bdi>
          {session.current && (
            <Badge variant="light" radius="sm" tt="none">
              This browser
            </Badge>
          )}
        </p>
        <p className={`${classes.note} numeric`}>
          Last active <When time={session.last_seen_at} /> from {session.address ?? 'unknown IP'}. Signed in{' '}
          {OPENED[session.opened_by]} <When time={session.created_at} />.
        </p>
      </div>
      {!session.current && (
        <ConfirmButton
          label="Sign out"
          fullLabel={`Sign out ${agent}`}
          title={`Sign out ${agent}?`}
          action="Sign out"
          run={() => request('DELETE /sessions/:session_id', { params })}
        >
          Last active <When time={session.last_seen_at} /> from {session.address ?? 'unknown IP'}. This browser will
          have to sign in again.
        </ConfirmButton>
      )}
    </li>
  );
}

const OPENED = {
  link: 'with a link',
  password: 'with a password',
  invitation: 'with an invitation',
  oidc: 'with single sign-on',
};

function EndOthers({ count }: { count: number }) {
  return (
    <ConfirmButton
      label="Sign out everywhere else"
      title="Sign out everywhere else?"
      action="Sign out"
      run={() => request('DELETE /sessions', {})}
    >
      This ends {formatCount(count, 'other session')} immediately. You stay signed in here.
    </ConfirmButton>
  );
}

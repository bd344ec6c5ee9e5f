import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { useSession } from '../../base/session-context.ts';
import { EmptyState, ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberList } from './member-list.tsx';

export function MembersPage() {
  const { member: me } = useSession();
  return (
    <Page title="Members" lead="People with access to this account.">
      {me ? <People /> : <LoginNeeded />}
    </Page>
  );
}

function People() {
  const { data: list, error, refetch } = useRead('GET /members', {});
  return (
    <>
      <InviteForm />
      {error && <ErrorState error={error} retry={refetch} />}
      {!list && !error && <Skeleton height={160} radius={12} aria-label="Loading" role="status" />}
      {list && <MemberList members={list.data} />}
      <InvitationList />
    </>
  );
}

function LoginNeeded() {
  return (
    <EmptyState title="Create your login first">
      <Text c="dimmed">You are signed in with a one-time link. Set an email and password, then invite teammates.</Text>
      <Link to="/settings/account">Set an email and password</Link>
    </EmptyState>
  );
}

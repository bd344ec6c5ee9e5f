import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { useSession } from '../../base/session-context.ts';
import { EmptyState, Waiting } from '../../base/states.tsx';
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
  const result = useRead('GET /members', {});
  const { data: list } = result;
  return (
    <>
      <InviteForm />
      <Waiting result={result} height={160} />
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

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownAccountQuery } from '../../api/people.ts';
import { Page } from '../../base/page.tsx';
import { ErrorState } from '../../base/states.tsx';
import { ClaimForm } from './claim-form.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { OwnRecordForm } from './own-record-form.tsx';
import { SessionList } from './session-list.tsx';

export function AccountPage() {
  const { data: own, error, refetch } = useQuery(ownAccountQuery);
  return (
    <Page title="Your account" lead="Your sign-in details and active sessions.">
      {error && <ErrorState error={error} retry={refetch} />}
      {!own && !error && <Skeleton height={260} radius={12} aria-label="Loading" role="status" />}
      {own && !own.member && <ClaimForm />}
      {own?.member && (
        <>
          <OwnRecordForm key={own.member.member_id} member={own.member} needsPassword={own.needs_current_password} />
          <OwnPasswordForm email={own.member.email} needsCurrent={own.needs_current_password} />
        </>
      )}
      <SessionList />
    </Page>
  );
}

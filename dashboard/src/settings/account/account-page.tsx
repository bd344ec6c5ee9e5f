import { Text } from '@mantine/core';
import type { OwnAccount } from '../../api/people.ts';
import { Page } from '../../base/page.tsx';
import { Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Section } from '../section.tsx';
import { ClaimForm } from './claim-form.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { OwnRecordForm } from './own-record-form.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Without a password, a new one needs a fresh sign-in, since there is no old one to ask for. */
function OwnPassword({ own, email }: { own: OwnAccount; email: string }) {
  if (own.has_password || !own.needs_current_password) {
    return <OwnPasswordForm email={email} needsCurrent={own.needs_current_password} />;
  }
  return (
    <Section title="Password">
      <Text c="dimmed">You sign in with single sign-on. To set a password as well, sign out and in again first.</Text>
    </Section>
  );
}

export function AccountPage() {
  const result = useRead('GET /account', {});
  const { data: own } = result;
  return (
    <Page title="Your account" lead="Your sign-in details and active sessions.">
      <Waiting result={result} height={260} />
      {own && !own.member && <ClaimForm />}
      {own?.member && (
        <>
          <OwnRecordForm key={own.member.member_id} member={own.member} needsPassword={own.needs_current_password} />
          <OwnPassword own={own} email={own.member.email} />
          {own.has_password && <TwoFactor own={own} />}
        </>
      )}
      <SessionList />
    </Page>
  );
}

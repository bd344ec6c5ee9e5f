import { Button } from '@mantine/core';
import { own } from '../../../server/src/base/own.ts';
import { FormMessage } from '../base/form-message.tsx';

/** Opens the identity provider, which leads back to the same page. */
export function OidcButton({ name, to, invitation }: { name: string; to?: string; invitation?: string }) {
  const { pathname, search } = window.location;
  const back = to ?? (pathname === '/sign-in' ? '/' : pathname + search);
  const asked = new URLSearchParams({ to: back, ...(invitation ? { invitation } : {}) });
  return (
    <Button component="a" href={`/sign-in/oidc?${asked}`} fullWidth>
      Continue with {name}
    </Button>
  );
}

const PROBLEMS: Record<string, string> = {
  unavailable: 'The identity provider can’t be reached. Try again later.',
  cancelled: 'The sign-in was canceled.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  unverified: 'The identity provider has not verified your email. Verify it there, then try again.',
  domain: 'Your email’s domain is not allowed here.',
  groups: 'None of your groups has access. Ask an administrator.',
  unknown: 'You are not a member of this account. Ask an owner to invite you.',
  taken: 'Your email belongs to another person here. Ask an owner to remove that member.',
  unclaimed: 'This account has no owner yet. Open the sign-in link of the server first.',
  full: 'This account has as many members as it can have.',
  busy: 'Too many failed attempts from your network. Try again in 15 minutes.',
};

const UNKNOWN = 'The identity provider sent an unexpected reply. Ask an administrator to check the server’s log.';

export function OidcProblem({ reason }: { reason: string }) {
  return <FormMessage error={new Error(own(PROBLEMS, reason) ?? UNKNOWN)} />;
}

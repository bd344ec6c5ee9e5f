import { CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../../base/session-context.ts';
import classes from './keep-account-notice.module.css';

/** For who came by the first link; gone for good once dismissed in this browser. */
export function KeepAccountNotice() {
  const { member } = useSession();
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/settings/account' });
  const [isDismissed, setDismissed] = useLocalStorage({
    key: 'visibility-keep-account-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (member || isDismissed || isThere) return null;
  return (
    <section className={classes.notice} aria-label="Keep this account">
      <div className={classes.inner}>
        <p>
          <Link to="/settings/account">Set an email and a password</Link> so you can sign in again.
        </p>
        <CloseButton size="sm" aria-label="Do not show this again" onClick={() => setDismissed(true)} />
      </div>
    </section>
  );
}

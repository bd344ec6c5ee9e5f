import { CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../../base/session-context.ts';
import classes from './keep-account-notice.module.css';

/** Shown to users who signed in with the first link, until they dismiss it in this browser. */
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
    <section className={classes.notice} aria-label="Secure your account">
      <div className={classes.inner}>
        <p>
          <Link to="/settings/account">Set an email and password</Link> so you can sign in again.
        </p>
        <CloseButton size="sm" aria-label="Don’t show again" onClick={() => setDismissed(true)} />
      </div>
    </section>
  );
}

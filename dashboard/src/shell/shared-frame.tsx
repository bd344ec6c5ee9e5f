import { Button, Text } from '@mantine/core';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import type { SharedView } from '../api/share.ts';
import { leaveShared } from '../api/shared.ts';
import { formatShortDate } from '../base/format.ts';
import { EmptyState } from '../base/states.tsx';
import { urlOf } from '../base/views/page-view.ts';
import notice from './notice.module.css';
import classes from './shell.module.css';

/** The frame of a shared page: no navigation, and a banner that says what it is. */
export function SharedFrame({ shared }: { shared: SharedView }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <header className={notice.notice}>
        <p>
          <strong>Shared view, read only, until {formatShortDate(shared.expires_at)}</strong>
        </p>
        <p>
          <bdi>{shared.account_name}</bdi>
          {shared.mode === 'test' && ' · simulated data'}
        </p>
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        {path === shared.page ? <Outlet /> : <NotShared shared={shared} />}
      </main>
    </>
  );
}

function NotShared({ shared }: { shared: SharedView }) {
  const { history } = useRouter();
  return (
    <EmptyState title="This page is not shared" level={1}>
      <Button onClick={() => history.push(urlOf(shared, shared.mode))}>Back to the shared page</Button>
      <Button variant="default" onClick={signIn}>
        Sign in
      </Button>
    </EmptyState>
  );
}

/** The link no longer works. */
export function SharedEnd() {
  return (
    <main className={classes.main}>
      <EmptyState title="This link has expired or was revoked" level={1}>
        <Text c="dimmed">Ask for a new one.</Text>
        <Button variant="default" onClick={signIn}>
          Sign in
        </Button>
      </EmptyState>
    </main>
  );
}

function signIn() {
  leaveShared();
  location.assign('/');
}

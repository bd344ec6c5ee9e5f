import { Center, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../api/session.ts';
import { isShared } from '../api/shared.ts';
import { useMode } from '../base/mode.ts';
import { OWNER_PAGES, pageOf } from '../base/pages.ts';
import { useRole } from '../base/role.tsx';
import { SessionProvider, useSession } from '../base/session-context.ts';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { KeepAccountNotice } from '../settings/account/keep-account-notice.tsx';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { EmptyLiveNotice } from './empty-live-notice.tsx';
import { Header } from './header.tsx';
import { SectionRow } from './nav.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';
import { SeedingCard } from './seeding-card.tsx';
import { ServerUnreachable } from './server-unreachable.tsx';
import { SharedEnd, SharedFrame } from './shared-frame.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The frame around every page. Shows the sign-in form if there is no session. */
export function Shell() {
  const session = useQuery(sessionQuery);

  if (session.data === 'signed-out') return isShared() ? <SharedEnd /> : <SignInCard />;
  if (session.isError && !session.data) {
    return (
      <main className={classes.main}>
        <ErrorState error={session.error} retry={session.refetch} />
      </main>
    );
  }
  if (!session.data) {
    return (
      <Center component="main" h="100dvh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  return (
    <SessionProvider value={session.data}>
      {session.data.shared ? <SharedFrame shared={session.data.shared} /> : <Frame />}
    </SessionProvider>
  );
}

function Frame() {
  const mode = useMode();
  const main = useFocusOnNewPage();
  const role = useRole();
  const page = useRouterState({ select: ({ location }) => pageOf(location.pathname) });
  const isRefused = role !== 'owner' && OWNER_PAGES.includes(page);
  const isSeeding = useSeeding();
  const isWide = useMediaQuery('(min-width: 1000px)', undefined, { getInitialValueInEffect: false }) ?? true;
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <div className={classes.frame} data-wide={isWide}>
        {isWide && <Sidebar />}
        <div className={classes.column}>
          <Header withMenu={!isWide} />
          {!isWide && <SectionRow />}
          <ServerUnreachable />
          {mode === 'test' ? <SandboxBanner /> : <EmptyLiveNotice />}
          <KeepAccountNotice />
          <main className={classes.main} id="main" ref={main} tabIndex={-1}>
            {isRefused ? <OwnerPage /> : isSeeding ? <SeedingCard /> : <Outlet />}
          </main>
        </div>
      </div>
    </>
  );
}

/** Whether the page would show data of a sandbox that is still being filled. */
function useSeeding(): boolean {
  const mode = useMode();
  const { sandbox } = useSession();
  const hasData = useRouterState({ select: ({ location }) => !WITHOUT_DATA.test(location.pathname) });
  return hasData && mode === 'test' && sandbox.status === 'seeding';
}

const WITHOUT_DATA = /^\/(settings|developers|start|connect)(\/|$)/;

function OwnerPage() {
  return (
    <EmptyState title="Only owners can see this page" level={1}>
      <Link to="/">Go to Overview</Link>
    </EmptyState>
  );
}

/** Moves the focus to the new page. Otherwise a screen reader stays on the link. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(path);

  useEffect(() => {
    if (shown.current !== undefined && shown.current !== path) main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return main;
}

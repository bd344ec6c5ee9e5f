import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session } from '../api/session.ts';
import { useMode } from './mode.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only for pages inside the shell');
  return session;
}

/** The current time of the workspace: the sandbox has its own clock. Updates every minute. */
export function useNow(): Date {
  const { sandbox } = useSession();
  useSyncExternalStore(everyMinute, minute);
  return new Date(Date.now() + (useMode() === 'test' ? sandbox.ahead_ms : 0));
}

function everyMinute(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, 60_000);
  return () => clearInterval(timer);
}

function minute(): number {
  return Math.floor(Date.now() / 60_000);
}

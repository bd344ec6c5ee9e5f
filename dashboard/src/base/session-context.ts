import { createContext, useContext } from 'react';
import type { Session } from '../api/session.ts';
import { useMode } from './mode.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only for pages inside the shell');
  return session;
}

/** The shown workspace's present: the sandbox has its own. */
export function useNow(): Date {
  const { sandbox } = useSession();
  return useMode() === 'test' ? new Date(sandbox.now) : new Date();
}

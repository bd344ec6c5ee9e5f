import { useSearch } from '@tanstack/react-router';

/** Which of the account's two workspaces is shown. */
export type Mode = 'live' | 'test';

export interface ModeSearch {
  /** Left out of the address when it is the sandbox. */
  mode?: 'live';
}

export function parseMode(search: Record<string, unknown>): ModeSearch {
  return search.mode === 'live' ? { mode: 'live' } : {};
}

export function useMode(): Mode {
  return useSearch({ strict: false, select: ({ mode }) => mode ?? 'test' });
}

import { useSearch } from '@tanstack/react-router';

/** The workspace that is shown: every account has two. */
export type Mode = 'live' | 'test';

export interface ModeSearch {
  /** Not part of the URL for the sandbox. */
  mode?: 'live';
}

export function parseMode(search: Record<string, unknown>): ModeSearch {
  return search.mode === 'live' ? { mode: 'live' } : {};
}

export function useMode(): Mode {
  return useSearch({ strict: false, select: ({ mode }) => mode ?? 'test' });
}

import { useSearch } from '@tanstack/react-router';
import type { Mode } from '../api/request.ts';

export type { Mode };

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

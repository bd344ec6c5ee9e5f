import type { Workspace } from '../../store/workspaces/workspaces.ts';

type Values = Record<string, string | undefined>;

/** A page of the dashboard, without the address of the server. */
export function pageUrl({ mode }: Pick<Workspace, 'mode'>, path: string, search: Values = {}): string {
  return withQuery(path, { ...search, mode: mode === 'live' ? 'live' : undefined });
}

/** The request that lists these answers. */
export function answersUrl({ keywordId, ...filter }: Values & { keywordId: string }): string {
  return withQuery('/api/v1/answers', { keyword_id: keywordId, ...filter });
}

function withQuery(path: string, values: Values): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** `Nov 9` */
export function shortDay(day: string | Date): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(new Date(day));
}

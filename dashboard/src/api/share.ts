import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerTo, BodyOf, ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type ShareLink = ItemOf<'GET /:mode/share-links'>;

export type SharedView = AnswerTo<'POST /share'>;

const linksKey = (mode: Mode) => [mode, 'share-links'];

export function shareLinksQuery(mode: Mode) {
  return queryOptions({
    queryKey: linksKey(mode),
    queryFn: ({ signal }) => request('GET /:mode/share-links', { params: { mode }, signal }),
    select: ({ data }) => data,
  });
}

export type NewShareLink = BodyOf<'POST /:mode/share-links'>;

export async function createShareLink(client: QueryClient, mode: Mode, body: NewShareLink): Promise<string> {
  const { url } = await request('POST /:mode/share-links', { params: { mode }, body });
  await client.invalidateQueries({ queryKey: linksKey(mode) });
  return url;
}

export async function revokeShareLink(client: QueryClient, mode: Mode, linkId: string): Promise<void> {
  await request('DELETE /:mode/share-links/:link_id', { params: { mode, link_id: linkId } });
  await client.invalidateQueries({ queryKey: linksKey(mode) });
}

/** Exchanges the token of a link for a cookie. */
export function openShare(token: string): Promise<SharedView> {
  return request('POST /share', { body: { token } });
}

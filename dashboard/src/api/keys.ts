import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, BodyOf, ItemOf } from '@visibility/server/contract';
import { request } from './request.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => request('GET /keys', { signal }),
});

export type ApiKey = ItemOf<'GET /keys'>;

export type NewKey = BodyOf<'POST /keys'>;

export type CreatedKey = AnswerTo<'POST /keys'>;

export function createKey(body: NewKey): Promise<CreatedKey> {
  return request('POST /keys', { body });
}

export type KeyChanges = BodyOf<'PATCH /keys/:key_id'>;

export function changeKey(keyId: string, body: KeyChanges): Promise<ApiKey> {
  return request('PATCH /keys/:key_id', { params: { key_id: keyId }, body });
}

export function revokeKey(keyId: string): Promise<ApiKey> {
  return request('POST /keys/:key_id/revoke', { params: { key_id: keyId } });
}

import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, ItemOf } from '@visibility/server/contract';
import { request } from './request.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => request('GET /keys', { signal }),
});

export type ApiKey = ItemOf<'GET /keys'>;

export interface NewKey {
  name: string;
  mode: ApiKey['mode'];
  scopes: ApiKey['scopes'];
  expires_at: string | null;
  allowed_ips: string[];
  allowed_domains: string[];
}

export type CreatedKey = AnswerTo<'POST /keys'>;

export function createKey(body: NewKey): Promise<CreatedKey> {
  return request('POST /keys', { body });
}

export type KeyChanges = Pick<NewKey, 'name' | 'allowed_ips' | 'allowed_domains'>;

export function changeKey(keyId: string, body: KeyChanges): Promise<ApiKey> {
  return request('PATCH /keys/:key_id', { params: { key_id: keyId }, body });
}

export function revokeKey(keyId: string): Promise<ApiKey> {
  return request('POST /keys/:key_id/revoke', { params: { key_id: keyId } });
}

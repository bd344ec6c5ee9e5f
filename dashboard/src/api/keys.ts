import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, List } from '@visibility/sdk';
import { request } from './request.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => request<List<ApiKey>>('/keys', { signal }),
});

export interface NewKey {
  name: string;
  mode: ApiKey['mode'];
  scopes: ApiKey['scopes'];
  expires_at: string | null;
  allowed_ips: string[];
  allowed_domains: string[];
}

export interface CreatedKey extends ApiKey {
  /** In full, only here: it is not stored. */
  key: string;
}

export function createKey(body: NewKey): Promise<CreatedKey> {
  return request('/keys', { method: 'POST', body });
}

export type KeyChanges = Pick<NewKey, 'name' | 'allowed_ips' | 'allowed_domains'>;

export function changeKey(keyId: string, body: KeyChanges): Promise<ApiKey> {
  return request(`/keys/${encodeURIComponent(keyId)}`, { method: 'PATCH', body });
}

export function revokeKey(keyId: string): Promise<ApiKey> {
  return request(`/keys/${encodeURIComponent(keyId)}/revoke`, { method: 'POST' });
}

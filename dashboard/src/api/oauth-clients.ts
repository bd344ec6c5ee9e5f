import { queryOptions } from '@tanstack/react-query';
import type { List, OauthClient } from '@visibility/sdk';
import type { NewKey } from './keys.ts';
import { request } from './request.ts';

export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth-clients'],
  queryFn: ({ signal }) => request<List<OauthClient>>('/oauth-clients', { signal }),
});

export interface CreatedOauthClient extends OauthClient {
  /** Only here: it is not stored. */
  client_secret: string;
}

export function createOauthClient(body: Omit<NewKey, 'expires_at'>): Promise<CreatedOauthClient> {
  return request('/oauth-clients', { method: 'POST', body });
}

export function revokeOauthClient(clientId: string): Promise<OauthClient> {
  return request(`/oauth-clients/${encodeURIComponent(clientId)}/revoke`, { method: 'POST' });
}

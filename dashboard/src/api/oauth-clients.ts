import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, BodyOf, ItemOf } from '@visibility/server/contract';
import type { NewKey } from './keys.ts';
import { request } from './request.ts';

export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth-clients'],
  queryFn: ({ signal }) => request('GET /oauth-clients', { signal }),
});

export type OauthClient = ItemOf<'GET /oauth-clients'>;

export type CreatedOauthClient = AnswerTo<'POST /oauth-clients'>;

export function createOauthClient(body: Omit<NewKey, 'expires_at'>): Promise<CreatedOauthClient> {
  return request('POST /oauth-clients', { body });
}

export const connectQuery = (sealed: string) =>
  queryOptions({
    queryKey: ['connect', sealed],
    queryFn: ({ signal }) => request('GET /connect', { query: { request: sealed }, signal }),
    retry: false,
  });

export type ConnectAnswer = BodyOf<'POST /connect'>;

export function answerConnect(body: ConnectAnswer): Promise<{ redirect_to: string }> {
  return request('POST /connect', { body });
}

export function revokeOauthClient(clientId: string): Promise<OauthClient> {
  return request('POST /oauth-clients/:client_id/revoke', { params: { client_id: clientId } });
}

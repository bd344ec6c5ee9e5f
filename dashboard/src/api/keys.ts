import type { AnswerTo, ItemOf } from '@visibility/server/contract';

export type ApiKey = ItemOf<'GET /keys'>;

export type CreatedKey = AnswerTo<'POST /keys'>;

export type OauthClient = ItemOf<'GET /oauth-clients'>;

export type CreatedOauthClient = AnswerTo<'POST /oauth-clients'>;

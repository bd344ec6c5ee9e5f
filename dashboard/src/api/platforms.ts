import type { AnswerTo, BodyOf } from '@visibility/server/contract';

export type PlatformState = AnswerTo<'GET /:mode/platform-states'>['platforms'][number];

export type NewInstance = BodyOf<'POST /:mode/platform-instances'>;

export type KeyCheck = AnswerTo<'POST /:mode/platforms/:platform/check'>;

export type Budget = AnswerTo<'GET /:mode/budget'>;

export type Estimate = AnswerTo<'GET /:mode/estimate'>;

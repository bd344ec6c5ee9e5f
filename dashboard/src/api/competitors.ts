import type { NewCompetitor } from '@visibility/sdk';
import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';

/** The id of your own brand in the list of brands. */
export const OWN_BRAND = 'brand';

/** Your brand or a competitor, with its metrics. */
export type TrackedBrand = ItemOf<'GET /:mode/tracked-brands'>;

export type MarketFilter = QueryOf<'GET /:mode/share-of-voice'>;

export type VoiceHistory = AnswerTo<'GET /:mode/share-of-voice'>;

export type Standing = ItemOf<'GET /:mode/standings'>;

export type Crossing = ItemOf<'GET /:mode/standings/crossings'>;

/** The body of a request that creates or changes a competitor. */
export type CompetitorInput = Required<NewCompetitor>;

export type CompetitorPreview = AnswerTo<'POST /:mode/competitors/preview'>;

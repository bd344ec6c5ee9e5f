import type { ItemOf, QueryOf } from '@visibility/server/contract';

/** A reason for or against the brand, or a role of it. */
export type Attribute = ItemOf<'GET /:mode/attributes'>;

/** A sentence and the answers that contain it. */
export type CountedSentence = ItemOf<'GET /:mode/sentences'>;

/** The sentiment of the mentions in one day or week. */
export type SentimentPoint = ItemOf<'GET /:mode/mentions/sentiment'>;

export type MentionSentence = ItemOf<'GET /:mode/mentions/sentences'>;

export type MentionFilter = QueryOf<'GET /:mode/mentions/sentences'>;

import type { ItemOf, QueryOf } from '@visibility/server/contract';

export type Theme = ItemOf<'GET /:mode/themes'>;

/** A sentence and the answers that contain it. */
export type CountedSentence = ItemOf<'GET /:mode/sentences'>;

/** The sentiment of the mentions in one day or week. */
export type SentimentPoint = ItemOf<'GET /:mode/mentions/sentiment'>;

export type MentionSentence = ItemOf<'GET /:mode/mentions/sentences'>;

export type MentionFilter = QueryOf<'GET /:mode/mentions/sentences'>;

import type { AnswerTo, ItemOf } from '@visibility/server/contract';

export type ShareLink = ItemOf<'GET /:mode/share-links'>;

export type SharedView = AnswerTo<'POST /share'>;

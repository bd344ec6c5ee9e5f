import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';

export type PageOwner = NonNullable<AnswerSource['owner']>;

/** A range in an answer's text, in UTF-16 offsets: a mention or a citation mark. */
export type AnswerMark = AnswerView['marks'][number];

export type AnswerView = AnswerTo<'GET /:mode/answers/:answer_id/view'>;

export type AnswerBrand = AnswerView['brands'][number];

export type AnswerSource = AnswerView['sources'][number];

export type AnswerLine = ItemOf<'GET /:mode/keywords/:keyword_id/answers'>;

export type AnswerLineFilter = QueryOf<'GET /:mode/keywords/:keyword_id/answers'>;

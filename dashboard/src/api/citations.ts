import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';

export type CitedPage = ItemOf<'GET /:mode/citations/pages'>;

export type NewestCitation = ItemOf<'GET /:mode/citations/newest'>;

export type CitationFilter = QueryOf<'GET /:mode/citations/pages'>;

/** A domain that answers cite. */
export type Source = ItemOf<'GET /:mode/sources?include=evidence'>;

export type SourceDetail = AnswerTo<'GET /:mode/sources/:domain'>;

import type { AnswerTo, BodyOf } from '@visibility/server/contract';

export type Alias = Brand['aliases'][number];

export type Brand = NonNullable<BrandState['brand']>;

export type BrandState = AnswerTo<'GET /:mode/brand/state'>;

/** One part of a preview. A large workspace needs many. */
export type PreviewPart = AnswerTo<'POST /:mode/brand/preview'>;

export type KeywordPreview = PreviewPart['keywords'][number];

export type Beginning = BodyOf<'POST /:mode/start'>;

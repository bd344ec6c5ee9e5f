import type { AnswerTo, QueryOf } from '@visibility/server/contract';

export type OverviewFilter = QueryOf<'GET /:mode/overview'>;

export type OverviewPoint = OverviewScore['points'][number];

export type OverviewScore = AnswerTo<'GET /:mode/overview'>;

export type OverviewNews = AnswerTo<'GET /:mode/overview/news'>;

export type OverviewCoverage = AnswerTo<'GET /:mode/overview/coverage'>;

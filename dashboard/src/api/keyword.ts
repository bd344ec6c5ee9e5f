import type { AnswerTo } from '@visibility/server/contract';

export type Estimate = NonNullable<PromptShare['estimate']>;

/** The score of the days that end on `date`. */
export type ScorePoint = KeywordScores['history'][number];

export type PromptShare = KeywordScores['prompts'][number];

export type KeywordScores = AnswerTo<'GET /:mode/keywords/:keyword_id/scores'>;

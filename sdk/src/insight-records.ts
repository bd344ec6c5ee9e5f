/** A change after which scores may differ for another reason than visibility. */
export interface Marker {
  type: 'model' | 'panel' | 'aliases' | 'adapter' | 'note';
  /** Null: all platforms. */
  platform: string | null;
  text: string;
}

/** A part of a change of a score. */
export interface ChangePart {
  cause: 'prompt' | 'platform' | 'model' | 'panel' | 'coverage' | 'late_answers' | 'noise';
  platform: string | null;
  prompt: string | null;
  /** The part in words. */
  text: string;
  points: number;
}

/** A score compared with an earlier period. */
export interface Comparison {
  since: string;
  until: string;
  compared_since: string;
  compared_until: string;
  /** Null: a period has no valid answer. */
  score: number | null;
  previous_score: number | null;
  points: number | null;
  sample_size: number;
  previous_sample_size: number;
  /** Adds up to `points`. The largest first, noise last. */
  parts: ChangePart[];
}

/** A web search that assistants run for a keyword. Spellings that differ only in case or spacing are one query. */
export interface SearchQuery {
  query: string;
  keyword_id: string;
  keyword: string;
  /** Valid answers that ran it. */
  answers: number;
  /** Percent of the keyword's answers with known searches that ran it. */
  share: number;
  /** Percent of `answers` that mention your brand. */
  mention_rate: number;
  /** Percent of `answers` that mention at least one tracked competitor. */
  competitor_mention_rate: number;
  /** `answers` by platform. */
  platforms: Record<string, number>;
  last_asked_at: string;
  /** Only with `include=evidence`: the keyword's valid answers with known searches. */
  sample_size?: number;
  /** Only with `include=evidence`: 95% interval of `share`. */
  interval?: [low: number, high: number];
  /** Only with `include=evidence`: 95% interval of `mention_rate`. */
  mention_rate_interval?: [low: number, high: number];
  /** Only with `include=evidence`. */
  metric_version?: number;
}

/** A sentence that mentions your brand, and the answers that contain it. */
export interface MentionSentence {
  sentence: string;
  answers: number;
  /** Mentions with positive and negative sentiment. The rest is unclear. */
  positive: number;
  negative: number;
  /** `answers` by platform. */
  platforms: Record<string, number>;
  first_detected_at: string;
  last_detected_at: string;
  /** The newest of the answers. */
  answer_id: string;
}

/** A noun phrase in the sentences that mention your brand. English only; synonyms are different themes. */
export interface Theme extends Omit<MentionSentence, 'sentence'> {
  theme: string;
  /** Percent of `sample_size` that contain it. */
  share: number;
  /** Answers that mention your brand. */
  sample_size: number;
  /** 95% interval of `share`. */
  interval: [low: number, high: number];
  /** The most frequent sentence with it. */
  example: string;
}

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

/** What kind of site a cited page is on. */
export type SourceType =
  | 'own'
  | 'competitor'
  | 'community'
  | 'editorial'
  | 'reference'
  | 'review'
  | 'institutional'
  | 'corporate'
  | 'unclassified';

/** A type that you can set for a domain. */
export type SettableSourceType = Exclude<SourceType, 'own' | 'competitor' | 'unclassified'>;

export interface SourceBrand {
  /** Null: your own brand. */
  competitor_id: string | null;
  name: string;
  /** Answers that cite the domain and mention the brand. */
  answers: number;
}

export interface SourcePage {
  url: string;
  title: string | null;
  page_type:
    | 'home'
    | 'product'
    | 'pricing'
    | 'documentation'
    | 'comparison'
    | 'listicle'
    | 'how-to'
    | 'review'
    | 'reference'
    | 'article'
    | 'thread'
    | 'video'
    | 'other';
  /** Answers that cite the page. */
  answers: number;
}

interface SourceFields {
  /** `unresolved`: redirects with an unknown target. */
  domain: string;
  source_type: SourceType;
  /** Who set the type. Null: it follows from the rules, or from the domains of brands. */
  set_by: 'workspace' | 'operator' | null;
  /** Valid answers that cite it. */
  answers: number;
  /** Percent of all valid answers that cite it. */
  share: number;
  /** Percent of `answers` that mention your brand. */
  mention_rate: number;
  /** Percent of `answers` that mention at least one tracked competitor. */
  competitor_mention_rate: number;
  /** `answers` by platform. */
  platforms: Record<string, number>;
  /** Tracked brands in these answers, most first. */
  mentioned: SourceBrand[];
  page_count: number;
  /** The most cited pages: at most 5 in the list, 100 in a single record. */
  pages: SourcePage[];
  /** Null: not cited in the range. */
  last_cited_at: string | null;
}

interface SourceEvidence {
  /** Valid answers in the range. */
  sample_size: number;
  /** 95% interval of `share`. */
  interval: [low: number, high: number];
  mention_rate_interval: [low: number, high: number];
  /** The newest answers that cite it, at most 5. */
  answer_ids: string[];
  metric_version: number;
}

/** A domain that answers cite. The evidence requires `include=evidence`. */
export interface Source extends SourceFields, Partial<SourceEvidence> {}

/** How many answers of a period cite a domain. */
export interface SourcePoint {
  /** The first day. */
  date: string;
  answers: number;
  share: number;
  sample_size: number;
  interval: [low: number, high: number];
}

export interface SourceDetail extends SourceFields, SourceEvidence {
  /** Oldest first. */
  history: SourcePoint[];
}

/** How many answers cite a type of source. An answer can cite several types. */
export interface SourceTypeCount extends Omit<SourcePoint, 'date'> {
  source_type: SourceType;
  domains: number;
  pages: number;
}

/** A type that your workspace set for a domain. */
export interface GivenSourceType {
  domain: string;
  source_type: SettableSourceType;
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

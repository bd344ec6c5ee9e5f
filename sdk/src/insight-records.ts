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
  /** Only with `include=evidence`. Null: a period has no valid answer. */
  why?: ChangeReasons | null;
}

/** A share of answers in two periods: `k1` of `n1` answers before, `k2` of `n2` now. */
export interface ComparedShare {
  k1: number;
  n1: number;
  k2: number;
  n2: number;
  /** Percent of answers, each prompt with the same weight. */
  previous_share: number;
  new_share: number;
  previous_interval: [low: number, high: number];
  new_interval: [low: number, high: number];
  points: number;
  points_interval: [low: number, high: number];
  p: number;
  /** Corrected for all rows that were compared. */
  adjusted_p: number;
  change: 'rose' | 'fell' | 'no_clear_change';
  /** The newest answers that contain it, of the period with the larger share. */
  answer_ids: string[];
}

/** One of two answers that differ in whether they mention the brand. */
export interface DifferingAnswer {
  period: 'before' | 'now';
  answer_id: string;
  platform: string;
  prompt: string;
  asked_at: string;
  is_mentioned: boolean;
  /** The tracked brands it mentions, by position. */
  brands: string[];
  /** The sentence that mentions the brand, or the one with the brand mentioned instead. */
  sentence: string;
  lead: string;
  rest: string;
}

/** What else changed together with a score. */
export interface ChangeReasons {
  /** What was found, in sentences. */
  summary: string[];
  prompts: ({ prompt_id: string; prompt: string } & ComparedShare)[];
  /** The other tracked brands in the same answers. Your own has the id `brand`. */
  brands: ({ competitor_id: string; name: string } & ComparedShare)[];
  sources: ({ domain: string; owner: 'own' | 'competitor' | 'other' } & ComparedShare)[];
  sources_compared: number;
  /** One answer with the mention and one without it, or none. */
  examples: DifferingAnswer[];
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
  page_type: PageType;
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

export type PageType =
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

/** A domain, page or search after which answers mention competitors and not you. */
export interface Gap {
  kind: 'domain' | 'page' | 'query';
  /** The domain, the URL of the page, or the search query. */
  source: string;
  /** Of a page. */
  title: string | null;
  /** Null for a query. */
  source_type: SourceType | null;
  /** Of a page. */
  page_type: PageType | null;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** About how many more of 100 answers would mention you if those with the source did so as often as the others. */
  effect: number;
  /** 95% interval of `effect`. */
  interval: [low: number, high: number];
  /** Percent of answers with the source and a competitor that do not mention or cite you. */
  absence: number;
  /** The same without the source, for the same prompts. */
  other_absence: number;
  /** Competitors in `answers`, most frequent first. */
  competitors: { competitor_id: string; name: string; answers: number }[];
  /** Answers with the source that mention or cite a competitor and not you. */
  answers: number;
  /** All valid answers of the keyword on the platform. */
  sample_size: number;
  /** The latest ten of `answers`. */
  answer_ids: string[];
  /** The request that lists all `answers`. */
  answers_url: string;
  /** Only with `include=evidence`: p after correction for all sources. */
  adjusted_p?: number;
  /** Only with `include=evidence`: the scatter of the answers. */
  phi?: number;
  /** Only with `include=evidence`. */
  metric_version?: number;
}

/** How two brands compare on the same answers. */
export interface Lead {
  since: string;
  until: string;
  sample_size: number;
  own_score: number;
  own_interval: [low: number, high: number];
  competitor_score: number;
  competitor_interval: [low: number, high: number];
  /** `own_score` minus `competitor_score`, in points, and its 95 % interval. */
  lead: number;
  lead_interval: [low: number, high: number];
  p_value: number;
  metric_version: number;
}

/** Your brand and a competitor on one keyword and platform. */
interface StandingPlace {
  keyword_id: string;
  keyword: string;
  /** Null: all platforms together. */
  platform: string | null;
  competitor_id: string;
  competitor: string;
}

/** Who is ahead, as of the last closed week. */
export interface Standing extends StandingPlace {
  /** `collecting`: fewer than 20 answers. */
  verdict: 'ahead' | 'behind' | 'too_close_to_call' | 'collecting';
  sample_size: number;
  /** Null while `collecting`. */
  figures: Lead | null;
}

/** A closed week in which a tested lead changed sides. */
export interface Crossing extends StandingPlace {
  /** Your brand overtook the competitor, or was overtaken by it. */
  direction: 'overtook' | 'was_overtaken';
  week_start: string;
  week_end: string;
  /** The last tested lead of the other side. */
  before: Lead;
  after: Lead;
  /** The request that lists the answers of `after`. */
  answers: string;
  /** The newest of them that mention only the brand now ahead, at most 5. */
  answer_ids: string[];
}

/** The sentiment of the mentions in one day or week. */
export interface SentimentPoint {
  /** The first day. */
  date: string;
  /** Mentions of your brand. */
  sample_size: number;
  positive: number;
  /** Without a clear judgement, or not in English. */
  neutral: number;
  negative: number;
  /** Percent of `sample_size`. The three shares add up to 100. */
  positive_share: number;
  neutral_share: number;
  negative_share: number;
  /** 95% interval of the share of labels. */
  positive_interval: [low: number, high: number];
  negative_interval: [low: number, high: number];
  metric_version: number;
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

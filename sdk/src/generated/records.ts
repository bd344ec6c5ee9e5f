// Generated from the OpenAPI document by server/test/sdk-openapi.test.ts. Do not edit.
import type { ActivityType } from '../constants.ts';
import type { EventType, WebhookEvent } from '../events.ts';

export type Sentiment = 'positive' | 'neutral' | 'negative';

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

export type SettableSourceType = 'community' | 'editorial' | 'reference' | 'review' | 'institutional' | 'corporate';

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

export interface Marker {
  type: 'model' | 'panel' | 'aliases' | 'adapter' | 'note';
  /** Null: all platforms. */
  platform: string | null;
  text: string;
}

export interface HistoryPoint {
  date: string;
  visibility_score: number;
  mentions: number;
  citations: number;
  sample_size: number;
  /** The score on each AI platform. */
  platforms: Record<string, number>;
  /** Only with `include=evidence`: changes of the measurement since the previous point. */
  markers?: Marker[];
}

export interface PlatformEvidence {
  sample_size: number;
  /** Same as `interval`. */
  interval: [low: number, high: number];
}

export interface Evidence {
  sample_size: number;
  /** The 95% confidence interval of the score. */
  interval: [low: number, high: number];
  /** Version of the definition, see `GET /metrics`. */
  metric_version: number;
}

export interface VisibilityEvidence extends Evidence {
  /** The number of valid answers and the 95% interval for each score in `platforms`. */
  platform_evidence: Record<string, PlatformEvidence>;
}

export interface ChangePart {
  /**
   * `prompt`: the share of one prompt changed. `platform`: all prompts on it changed together. `model`: the same,
   * with a change of its model. `panel`, `coverage`: a prompt, or platform, has answers in one period only.
   * `late_answers`: stored after the event. `noise`: cannot be distinguished from chance.
   */
  cause: 'prompt' | 'platform' | 'model' | 'panel' | 'coverage' | 'late_answers' | 'noise';
  platform: string | null;
  prompt: string | null;
  text: string;
  points: number;
}

export interface ComparedShare {
  /** `k1` of `n1` answers before, `k2` of `n2` now. */
  k1: number;
  n1: number;
  k2: number;
  n2: number;
  /** Percent of answers, each prompt with the same weight. */
  previous_share: number;
  new_share: number;
  /** 95% interval. */
  previous_interval: [low: number, high: number];
  new_interval: [low: number, high: number];
  points: number;
  points_interval: [low: number, high: number];
  p: number;
  /** Corrected for all rows that were compared (Holm). 1 with fewer than 20 answers. */
  adjusted_p: number;
  /** `rose` and `fell` only if `adjusted_p` is below 0.05. */
  change: 'rose' | 'fell' | 'no_clear_change';
  /** The newest answers that contain it, of the period with the larger share. At most 5. */
  answer_ids: string[];
}

export interface NewAlias {
  text: string;
  case?: 'smart' | 'exact' | 'insensitive';
  require_any?: string[];
  exclude_any?: string[];
}

export interface CompetitorEvidence {
  /** Valid answers behind the scores. 0 without data. */
  sample_size?: number;
  interval?: [low: number, high: number];
  share_of_voice_interval?: [low: number, high: number] | null;
  metric_version?: number;
}

export interface CompetitorNames {
  /** Only with `include=names`: its aliases. Its name always counts, too. */
  aliases?: NewAlias[];
  /** Only with `include=names`: its additional domains. */
  domains?: string[];
}

export interface AlertSettings {
  tag: string | null;
  /** Only with `overtaken`. Null: any competitor. */
  competitor_id: string | null;
  only_significant: boolean;
  email: 'off' | 'each' | 'daily';
  recipients: string[];
}

export interface ShownAlertSettings extends AlertSettings {
  /** `not_configured`: no mail server is configured, so emails are not sent. Null: `email` is `off`. */
  email_status: 'not_configured' | 'ready' | null;
}

export interface AlertFiring {
  date: string;
  keyword_id: string;
  keyword: string;
  value: number;
  /** The score before; for `drops_by` and `rises_by` that of the seven days before. */
  previous: number | null;
  trigger_reason: string;
  /** The change may be noise: with `only_significant` the rule would not have fired. */
  within_noise: boolean;
}

export interface ReportSettings {
  /** Keywords selected by id. If `tags` is empty too, all keywords. */
  keyword_ids: string[];
  /** Keywords with one of these tags. */
  tags: string[];
  recipients: string[];
  /** Null: as soon as the period is over. */
  send_day: number | null;
  send_time: string;
  /** The IANA time zone of `send_time`. */
  time_zone: string;
  /** Null: the default color. */
  accent_color: string | null;
  has_logo: boolean;
  /** Why it failed. */
  failure: string | null;
  /** The formats in which the file is available. Empty until the report is ready. */
  formats: ('pdf' | 'csv' | 'json')[];
  /**
   * `not_configured`: not sent, because no mail server is configured. `failed`: failed permanently for at least
   * one recipient. Null: no recipients, not created yet, or created more than 30 days ago.
   */
  email_status: 'not_configured' | 'queued' | 'sent' | 'failed' | null;
}

export interface WebhookSettings {
  /** The event (default: `json`), or a chat message. */
  format: 'json' | 'slack' | 'teams' | 'discord';
  /** `thin`: only id, type and created_at. Default: `full`. */
  payload: 'full' | 'thin';
  /** Names of the extra request headers. Their values are never returned. */
  header_names: string[];
}

export interface DeliveryAttempt {
  attempt: number;
  started_at: string;
  duration_ms: number | null;
  response_status: number | null;
  /** A code such as timeout or tls_expired; null on success. */
  error: string | null;
  /** The first 16 KiB of the response body. Untrusted text: escape it. */
  response_body: string | null;
  timings?: { dns_ms: number | null; connect_ms: number | null; tls_ms: number | null; first_byte_ms: number | null };
  error_text?: string | null;
}

export interface RetentionLimits {
  raw_days: number | null;
  text_days: number | null;
  findings_days: number | null;
}

/** The body of every error under `/api/v1`. */
export interface ApiErrorBody {
  /** What is wrong. */
  detail: string;
}

export interface Keyword {
  keyword_id: string;
  /** The tracked keyword. */
  keyword: string;
  status: 'active' | 'paused';
  tags: string[];
  /** ISO 3166 country code. */
  country: string | null;
  /** BCP 47 language tag. */
  language: string | null;
  created_at: string;
  updated_at: string;
}

/** A keyword to track. */
export interface NewKeyword {
  /** 1 to 200 characters. Leading, trailing and double spaces are removed. */
  keyword: string;
  tags?: string[];
  /** ISO 3166-1 alpha-2 country code. */
  country?: string | null;
  /** BCP 47 language tag, stored in its canonical form. */
  language?: string | null;
  /** The prompts to ask. If omitted, a panel of five is created. */
  prompts?: string[];
}

export interface KeywordChange {
  status?: 'active' | 'paused';
  tags?: string[];
  /** The prompts to ask. If omitted, a panel of five is created. */
  prompts?: string[];
}

/** Scores are integers from 0 (never mentioned) to 100 (mentioned in every answer). */
export interface VisibilityRecord {
  keyword_id: string;
  keyword: string;
  /** The overall score, over all platforms. */
  visibility_score: number;
  mentions: number;
  citations: number;
  /** The score on each AI platform. */
  platforms: Record<string, number>;
  /** Signed percentage change from the previous window. */
  trend: string;
  updated_at: string;
}

export interface VisibilityDetail extends VisibilityRecord, Evidence {
  /** Only with `include=evidence`. */
  platform_evidence?: Record<string, PlatformEvidence>;
  /** Only with `compare`, once the keyword has answers. */
  comparison?: Comparison;
  history: HistoryPoint[];
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
  /** `score` − `previous_score`. */
  points: number | null;
  sample_size: number;
  previous_sample_size: number;
  /** Where the change comes from. Adds up to `points`. The largest first, noise last, without zeros. */
  parts: ChangePart[];
  /** Only with `include=evidence`. Null: a period has no valid answer. */
  why?: ChangeReasons | null;
}

/** What else changed together with a score. */
export interface ChangeReasons {
  /** What was found, in sentences. */
  summary: string[];
  prompts: (ComparedShare & { prompt_id: string; prompt: string })[];
  /** The other tracked brands in the same answers. Your own has the id `brand`. */
  brands: (ComparedShare & { competitor_id: string; name: string })[];
  /** Domains that changed clearly, or the five that changed most. */
  sources: (ComparedShare & { domain: string; owner: 'own' | 'competitor' | 'other' })[];
  sources_compared: number;
  /** Two answers that differ: one mentions the brand, the other does not. Empty if there are none. */
  examples: DifferingAnswer[];
}

/** One of two answers that differ in whether they mention the brand. */
export interface DifferingAnswer {
  period: 'before' | 'now';
  answer_id: string;
  platform: string;
  prompt: string;
  asked_at: string;
  /** Whether it mentions the brand whose score changed. */
  is_mentioned: boolean;
  /** The tracked brands it mentions, by position. */
  brands: string[];
  /** The sentence that mentions the brand, or the one with the brand mentioned instead. */
  sentence: string;
  /** The text before the sentence. */
  lead: string;
  /** The text after it. */
  rest: string;
}

/** Something that needs attention. */
export interface ReviewEntry {
  /** The same as long as the entry is about the same thing. */
  review_id: string;
  kind: 'drop' | 'overtaken' | 'gap' | 'platform_failing' | 'webhook_failing' | 'mail_not_configured' | 'stale_data';
  text: string;
  /** When it began. For a gap: the start of the days counted. */
  since: string;
  keyword_id: string | null;
  keyword: string | null;
  platform: string | null;
  evidence: {
    /** Empty for kinds that are not based on answers. */
    figures: ReviewFigure[];
    /** `GET /events/{event_id}` has the full evidence. */
    event_id: string | null;
    /** The request that lists the answers behind it. */
    answers: string | null;
  };
  next_step: {
    text: string;
    /** A page of the dashboard, relative to the address of the service. */
    url: string;
  };
  /** Null: open. A dismissed entry is open again once its evidence is new. */
  dismissed_at: string | null;
}

/** A measured share of answers. */
export interface ReviewFigure {
  label: string;
  /** As displayed: every prompt has the same weight. */
  percent: number;
  /** The 95% interval of `percent`. */
  interval: [low: number, high: number];
  /** Answers counted in `percent`, out of `of`. Null if only their weighted share is known. */
  count: number | null;
  /** Valid answers. */
  of: number;
}

/** The score and the significant changes of a period, in sentences. */
export interface ReviewSummary {
  since: string;
  until: string;
  /** All parts, joined. */
  text: string;
  parts: ReviewSummaryPart[];
  /** Of the 7 days to `until`, over all keywords. Null with fewer than 20 answers. */
  visibility_score: number | null;
  interval: [low: number, high: number] | null;
  sample_size: number;
  /** Series of a keyword and a platform whose latest significant change is a drop. */
  drops: number;
  rises: number;
  /** Competitors with a tested lead in the last closed week, and on how many keywords. At most 5. */
  leaders: { competitor_id: string; name: string; keywords: number }[];
}

export interface ReviewSummaryPart {
  kind: 'score' | 'verdict' | 'drop' | 'rise' | 'lead';
  text: string;
  /** A page of the dashboard, relative to the address of the service. */
  url: string;
}

/** An answer that mentions your brand. */
export interface Mention {
  mention_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** 1 is best: the rank in a list, or else the order of mention. */
  position: number;
  /**
   * The judgement close to the brand, by a list of English words. `neutral` if there is no clear one, and in other
   * languages. In public test sets, of 100 positive and negative labels, 91 were right in restaurant reviews, 85
   * in laptop reviews, 51 in tweets.
   */
  sentiment: Sentiment;
  /** The sentence with the first mention as plain text, at most 300 characters. */
  context: string;
  /** When the prompt was sent. */
  detected_at: string;
  /** Only with `include=answer_id`: the answer that mentions the brand. */
  answer_id?: string;
}

/** The sentiment of the mentions in one day or week. */
export interface SentimentPoint {
  /** The first day of the period. Of the oldest period, only days from `since` count. */
  date: string;
  /** Mentions of your brand. With fewer than 20, do not interpret the shares. */
  sample_size: number;
  /** Mentions with positive sentiment. */
  positive: number;
  /** Mentions without a clear judgement, and mentions in other languages than English. */
  neutral: number;
  negative: number;
  /** Percent of `sample_size`. The three shares add up to 100. */
  positive_share: number;
  neutral_share: number;
  negative_share: number;
  /**
   * The 95% interval of the labels, not of the truth: of 100 positive and negative labels, 91 were right in
   * restaurant reviews, 85 in laptop reviews, 51 in tweets.
   */
  positive_interval: [low: number, high: number];
  negative_interval: [low: number, high: number];
  metric_version: number;
}

/** A page that an answer cites. */
export interface Citation {
  citation_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** The URL as it appears in the answer. */
  url: string;
  /** The registrable domain: `acme.io` for `docs.acme.io`. `unresolved`: a redirect with an unknown target. */
  domain: string;
  title: string | null;
  /** The position among the cited pages, by their first citation. */
  position: number | null;
  /** The sentence with the citation, if the platform provides it. */
  context: string | null;
  /** When the prompt was sent. */
  detected_at: string;
  /** Only with `scope=all`: the owner of the page. */
  owner?: 'own' | 'competitor' | 'other';
}

/** A web search that assistants run for a keyword. Spellings that differ only in case or spacing are one query. */
export interface SearchQuery {
  /** As the latest answer spells it. Case and spacing do not make another query. */
  query: string;
  keyword_id: string;
  keyword: string;
  /** Valid answers that ran it. */
  answers: number;
  /** Percent of the keyword’s answers with known searches that ran it. */
  share: number;
  /** Percent of `answers` that mention your brand. */
  mention_rate: number;
  /** Percent of `answers` that mention at least one tracked competitor. */
  competitor_mention_rate: number;
  /** `answers` by platform. */
  platforms: Record<string, number>;
  last_asked_at: string;
  /** Only with `include=evidence`: the keyword’s valid answers that report their searches. */
  sample_size?: number;
  /** Only with `include=evidence`: the 95% interval of `share`. */
  interval?: [low: number, high: number];
  /** Only with `include=evidence`. */
  mention_rate_interval?: [low: number, high: number];
  /** Only with `include=evidence`. */
  metric_version?: number;
}

/** A domain that answers cite. The evidence requires `include=evidence`. */
export interface Source {
  /** The registrable domain. `unresolved`: redirects with an unknown target. */
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
  /** Number of cited pages. */
  page_count: number;
  /** The most cited pages: at most 5 in the list, 100 in a single record. */
  pages: SourcePage[];
  /** Null: not cited in the range. */
  last_cited_at: string | null;
  /** Valid answers in the range. */
  sample_size?: number;
  /** The 95% interval of `share`. */
  interval?: [low: number, high: number];
  mention_rate_interval?: [low: number, high: number];
  /** The newest answers that cite it, at most 5. */
  answer_ids?: string[];
  metric_version?: number;
}

export interface SourceBrand {
  /** Null: your own brand. */
  competitor_id: string | null;
  name: string;
  /** Answers that cite the domain and mention the brand. */
  answers: number;
}

export interface SourcePage {
  /** The canonical URL. */
  url: string;
  title: string | null;
  page_type: PageType;
  /** Answers that cite the page. */
  answers: number;
}

/** How many answers cite a type of source. An answer can cite several types. */
export interface SourceTypeCount {
  source_type: SourceType;
  domains: number;
  pages: number;
  /** Valid answers that cite at least one page of this type. */
  answers: number;
  /** Percent of all valid answers. An answer can cite several types. */
  share: number;
  /** Valid answers in the range. */
  sample_size: number;
  /** The 95% interval of `share`. */
  interval: [low: number, high: number];
}

export interface SourceDetail extends Source {
  /** Valid answers in the range. */
  sample_size: number;
  /** The 95% interval of `share`. */
  interval: [low: number, high: number];
  mention_rate_interval: [low: number, high: number];
  /** The newest answers that cite it, at most 5. */
  answer_ids: string[];
  metric_version: number;
  /** Oldest first. */
  history: SourcePoint[];
}

/** How many answers of a period cite a domain. */
export interface SourcePoint {
  /** The first day of the period. */
  date: string;
  answers: number;
  share: number;
  sample_size: number;
  interval: [low: number, high: number];
}

/** A type that your workspace set for a domain. */
export interface GivenSourceType {
  domain: string;
  source_type: SettableSourceType;
}

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
  /** The 95% interval of `effect`. */
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
  /** Only with `include=evidence`: p after correction. Below 0.05. */
  adjusted_p?: number;
  /** Only with `include=evidence`: the scatter of the answers. */
  phi?: number;
  /** Only with `include=evidence`. */
  metric_version?: number;
}

/** What answers say about a brand: a reason for or against it, or its role in the answer. */
export interface Attribute {
  /** A reason, in English, or a role. */
  attribute: string;
  /**
   * Reasons `for` and `against` the brand are found by lists of English words. A `role` is `top_pick`, `listed`,
   * `passing` or `warned_against`. Of 14 labeled top picks in real answers, 12 are found, and none of 114 other
   * mentions is called one.
   */
  kind: 'for' | 'against' | 'role';
  /** Answers that contain it. */
  answers: number;
  /** `answers` by platform. */
  platforms: Record<string, number>;
  first_detected_at: string;
  last_detected_at: string;
  /** The newest of the answers. */
  answer_id: string;
  /** Percent of `sample_size` that contain it. */
  share: number;
  /** The newest answers that mention the brand: at most 2,000, and 8 million characters. */
  sample_size: number;
  /** The 95% interval of `share`. */
  interval: [low: number, high: number];
  /** The sentence in the newest of the answers. */
  example: string;
}

/** A sentence that mentions your brand, and the answers that contain it. */
export interface MentionSentence {
  /** With the first mention in an answer, as plain text, at most 300 characters. */
  sentence: string;
  /** Answers that contain it. */
  answers: number;
  /** `answers` by platform. */
  platforms: Record<string, number>;
  first_detected_at: string;
  last_detected_at: string;
  /** The newest of the answers. */
  answer_id: string;
  /** Of these, mentions of your brand with positive sentiment. */
  positive: number;
  /** Of these, with negative sentiment. The rest is unclear. */
  negative: number;
}

/** Your brand. */
export interface Brand {
  name: string;
  aliases: { text: string; case: 'smart' | 'exact' | 'insensitive'; require_any: string[]; exclude_any: string[] }[];
  domains: string[];
  /** Only with `preview=true`: the effect on stored answers. If `next` is not null, send it as `after`. */
  preview?: BrandPreview;
}

/** The effect of other names on stored answers, one part at a time. */
export interface BrandPreview {
  keywords: {
    keyword_id: string;
    keyword: string;
    score_before: number;
    score_after: number;
    answers: number;
    gained: number;
    lost: number;
    examples: { answer_id: string; platform: string; change: 'gained' | 'lost'; context: string }[];
  }[];
  warnings: { name: string; warning: string }[];
  keywords_done: number;
  keywords_total: number;
  next: string | null;
}

/** What your brand should be. Lists replace the existing ones. */
export interface NewBrand {
  name: string;
  /** Its aliases, instead of all existing ones. The name always counts, too. */
  aliases?: (string | NewAlias)[];
  /** Its domains, instead of all existing ones. Citations of their pages count. */
  domains?: string[];
}

/** A tracked competitor. Covers all keywords unless you filter by one. */
export interface Competitor extends CompetitorEvidence, CompetitorNames {
  competitor_id: string;
  name: string;
  /** The first of its domains, or null without one. */
  domain: string | null;
  /** Over all keywords, all answers are weighted equally. 0 without data. */
  visibility_score: number;
  /** Percent of all tracked brand mentions, your own brand included. Null without any mention. */
  share_of_voice: number | null;
  mentions: number;
  citations: number;
  platforms: Record<string, number>;
  trend: string;
  updated_at: string;
}

/** A competitor to track. */
export interface NewCompetitor {
  name: string;
  /** Its main domain. Citations of its pages count for the competitor. */
  domain?: string | null;
  /** Its aliases. */
  aliases?: (string | NewAlias)[];
  /** Its additional domains. */
  domains?: string[];
}

/** Changes to a competitor. A list replaces the existing one. */
export interface CompetitorChange {
  /** The former name is kept as an alias, unless you also set `aliases`. */
  name?: string;
  /** Its main domain; null for none. */
  domain?: string | null;
  /** Replaces all aliases. */
  aliases?: (string | NewAlias)[];
  /** Replaces all additional domains. */
  domains?: string[];
}

/** A brand that answers list next to tracked ones, not tracked itself. */
export interface CompetitorCandidate {
  name: string;
  /** Number of answers that list it, among the newest 2,000 valid answers of the last 30 days. */
  mentions: number;
  /** Number of keywords whose answers list it. */
  keywords: number;
  platforms: string[];
  /** The latest sentence that lists it, as plain text. */
  context: string;
}

/** Who is ahead, as of the last closed week. */
export interface Standing {
  keyword_id: string;
  keyword: string;
  /** Null: all platforms together. */
  platform: string | null;
  competitor_id: string;
  competitor: string;
  /** Your brand against the competitor. `collecting`: fewer than 20 answers, so nothing is claimed. */
  verdict: 'ahead' | 'behind' | 'too_close_to_call' | 'collecting';
  sample_size: number;
  /** What the verdict is based on. Null while `collecting`. */
  figures: Lead | null;
}

/** How two brands compare on the same answers. */
export interface Lead {
  /** First day compared. */
  since: string;
  /** Last day compared: the end of a closed week. */
  until: string;
  /** Valid answers. Both brands are counted in the same ones. */
  sample_size: number;
  own_score: number;
  own_interval: [low: number, high: number];
  competitor_score: number;
  competitor_interval: [low: number, high: number];
  /** `own_score` minus `competitor_score`, in points. */
  lead: number;
  /** 95 % interval of the lead. */
  lead_interval: [low: number, high: number];
  /** Of McNemar’s test, before the correction for several competitors. */
  p_value: number;
  metric_version: number;
}

/** A closed week in which a tested lead changed sides. */
export interface Crossing {
  keyword_id: string;
  keyword: string;
  /** Null: all platforms together. */
  platform: string | null;
  competitor_id: string;
  competitor: string;
  /** Your brand overtook the competitor, or was overtaken by it. */
  direction: 'overtook' | 'was_overtaken';
  /** First day of the closed week in which the lead changed sides. */
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

/** A stored answer. All scores are computed from answers. */
export interface Answer {
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** How it was collected. */
  surface: 'api' | 'scraped' | 'import' | 'simulated';
  model: string | null;
  prompt: string;
  text: string;
  sources: {
    url: string;
    title: string | null;
    /** True if the answer cites the page, false if the platform only retrieved it. */
    cited: boolean;
  }[];
  /**
   * Only `valid` and `unknown_to_platform` count. `unknown_to_platform`: it says that it does not know your brand,
   * and counts as not mentioned. `truncated`: cut off before it mentioned your brand. `no_search`: every search
   * failed.
   */
  status: 'valid' | 'truncated' | 'refused' | 'failed' | 'no_search' | 'unknown_to_platform';
  asked_at: string;
  cost_usd: number | null;
  /** The model that was requested. `model` is the one that answered. */
  requested_model: string | null;
  /** Whether the assistant searched the web. Null: not reported. */
  searched: boolean | null;
  /** The web searches that the assistant reported. */
  queries: string[];
  /** Where an imported answer comes from: the scraper, its id of the request, and the market. */
  provenance: {
    source: string;
    reference: string | null;
    country: string | null;
    /** Parts of `text` that belong to the interface and were not analyzed. */
    removed: string[];
  } | null;
}

/** An answer that you collected yourself, to be stored. */
export interface NewAnswer {
  keyword_id?: string | null;
  keyword?: string | null;
  platform: string;
  prompt: string;
  text?: string | null;
  sources?: { url: string; title?: string | null; cited?: boolean }[] | null;
  /** Where the answer comes from. */
  provenance?: {
    /** The scraper or tool. */
    source: string;
    /** Its id of the request. */
    reference?: string | null;
    /** The market of the request. */
    country?: string | null;
  } | null;
  model?: string | null;
  surface?: 'api' | 'scraped' | 'import';
  asked_at?: string | null;
  external_id?: string | null;
  /** `truncated`: cut off. It counts if it mentions your brand. */
  status?: 'valid' | 'truncated' | 'refused' | 'failed' | 'no_search';
  requested_model?: string | null;
  searched?: boolean | null;
  queries?: string[] | null;
}

/** The reply of a scraper, to be stored as an answer. Send only what the reply does not say. */
export interface ScrapedReply {
  /** The scraper that the reply comes from. */
  format: 'serpapi' | 'dataforseo' | 'brightdata' | 'cloro';
  /** The reply as it came: one answer. */
  reply: Record<string, unknown>;
  keyword_id?: string | null;
  keyword?: string | null;
  asked_at?: string | null;
  external_id?: string | null;
  /** Only if the reply does not name its platform. */
  platform?: string;
  /** Only if the reply does not contain it. */
  prompt?: string;
}

/** The result for one line of an ingest. */
export interface IngestResult {
  /** The number of the answer in the request, starting at 1. */
  line: number;
  status: 'stored' | 'duplicate' | 'refused';
  answer_id?: string;
  /** Why it was rejected. */
  detail?: string;
}

export interface VisibilityChanged {
  keyword_id: string;
  keyword: string;
  previous_score: number;
  new_score: number;
  /** Signed integer. */
  change: string;
  /** Signed percentage. */
  change_percent: string;
  platform: string;
}

export interface MentionNew {
  keyword_id: string;
  keyword: string;
  platform: string;
  position: number;
  sentiment: Sentiment;
  /** Excerpt of the answer. */
  context: string;
}

export interface CitationNew {
  citation_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  url: string;
  domain: string;
  title: string | null;
  position: number | null;
  context: string | null;
}

export interface AlertTriggered {
  alert_id: string;
  alert_name: string;
  trigger_reason: string;
  keyword_id: string;
  keyword: string;
  current_score: number;
  threshold: number;
}

export interface CompetitorChanged extends VisibilityChanged {
  competitor_id: string;
  competitor_name: string;
}

export interface ReportReady {
  report_id: string;
  report_name: string;
  period_start: string;
  period_end: string;
  format: 'pdf' | 'csv' | 'json';
  /** URL of the file. Requires an API key. */
  report_url: string;
}

/** An entry of the operational feed. Unlike events, it is never sent to webhooks. */
export interface Activity {
  activity_id: string;
  type: ActivityType;
  created_at: string;
  /** The entry as a sentence. */
  message: string;
  /** By type: `day`, `prompts` and `missed`; `platform`; or `webhook_id`, `url` and `delivery_id`. */
  data: Record<string, unknown>;
}

/** A rule that fires when a score crosses a threshold. */
export interface Alert {
  alert_id: string;
  name: string;
  /** Null: every keyword, or those with the `tag` of the settings. */
  keyword_id: string | null;
  /** Null: the overall score. */
  platform: string | null;
  condition: 'below' | 'above' | 'drops_by' | 'rises_by' | 'overtaken';
  /**
   * A score; for `drops_by` and `rises_by` the change in points from the previous seven days. Not used with
   * `overtaken`.
   */
  threshold: number;
  status: 'active' | 'paused';
  created_at: string;
}

/** An alert to store. Omitted fields are null, `false`, `off` or `active`. */
export interface NewAlert {
  name: string;
  /** Null: every keyword. */
  keyword_id?: string | null;
  /** Instead of `keyword_id`: the keywords with this tag, now or later. */
  tag?: string | null;
  /** Null: the overall score. */
  platform?: string | null;
  /** Only with `overtaken`: this competitor. Null: any. */
  competitor_id?: string | null;
  /** `overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`. */
  condition: 'below' | 'above' | 'drops_by' | 'rises_by' | 'overtaken';
  /**
   * Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`.
   * Points with `drops_by` and `rises_by`: at least 1.
   */
  threshold?: number;
  /** Fire only on a significant change, judged by the 95 % intervals of the score and of its change. */
  only_significant?: boolean;
  /** Also send an email: one for each firing, or one a day with all of them. */
  email?: 'off' | 'each' | 'daily';
  /** Empty: the account’s owner. */
  recipients?: string[];
  status?: 'active' | 'paused';
}

export interface AlertChange {
  name?: string;
  keyword_id?: string | null;
  tag?: string | null;
  platform?: string | null;
  competitor_id?: string | null;
  /** `overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`. */
  condition?: 'below' | 'above' | 'drops_by' | 'rises_by' | 'overtaken';
  /**
   * Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`.
   * Points with `drops_by` and `rises_by`: at least 1.
   */
  threshold?: number;
  only_significant?: boolean;
  email?: 'off' | 'each' | 'daily';
  recipients?: string[];
  status?: 'active' | 'paused';
}

export interface AlertToBacktest {
  name?: string;
  /** Null: every keyword. */
  keyword_id?: string | null;
  /** Instead of `keyword_id`: the keywords with this tag, now or later. */
  tag?: string | null;
  /** Null: the overall score. */
  platform?: string | null;
  /** Only with `overtaken`: this competitor. Null: any. */
  competitor_id?: string | null;
  /** `overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`. */
  condition: 'below' | 'above' | 'drops_by' | 'rises_by' | 'overtaken';
  /**
   * Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`.
   * Points with `drops_by` and `rises_by`: at least 1.
   */
  threshold?: number;
  /** Fire only on a significant change, judged by the 95 % intervals of the score and of its change. */
  only_significant?: boolean;
  /** Also send an email: one for each firing, or one a day with all of them. */
  email?: 'off' | 'each' | 'daily';
  /** Empty: the account’s owner. */
  recipients?: string[];
  status?: 'active' | 'paused';
  /** How far back. */
  days?: number;
}

export interface AlertBacktest {
  /** Newest first, at most 1,000. */
  firings: AlertFiring[];
  summary: {
    firings: number;
    within_noise: number;
    /** At most 500, the oldest. */
    keywords_examined: number;
    keywords_matching: number;
    days: number;
    since: string;
    until: string;
  };
}

/** A day marked in charts. */
export interface Annotation {
  annotation_id: string;
  date: string;
  text: string;
  created_at: string;
}

/** A UTC day to mark in charts. */
export interface NewAnnotation {
  /** The UTC day it marks. */
  date: string;
  text: string;
}

/** A page of the dashboard with its filters. */
export interface SavedView {
  view_id: string;
  name: string;
  /** The path of a page of the dashboard. */
  page: string;
  /** The query string of its URL. */
  filters: string;
  created_at: string;
}

/** A view of the dashboard to save. One of the same name is replaced. */
export interface NewSavedView {
  name: string;
  page: string;
  /** The query string of its URL, without `?`. */
  filters?: string;
}

/** The definition of a metric. */
export interface Metric {
  id: string;
  version: number;
  formula: string;
  denominator: string;
  meaning: string;
}

/** What counts as a significant change. */
export interface Significance {
  /** A change of fewer points is never significant. */
  min_points: number;
  /** The significance level of a week. A lower one finds fewer changes and causes fewer false alarms. */
  level: number;
}

export interface SignificanceChange {
  min_points?: number;
  level?: number;
}

/** How long answers are kept: the limits of the workspace. */
export interface Retention {
  /** Days to keep the raw replies of platforms. Null: forever. Recommended: 90. */
  raw_days: number | null;
  /** Days to keep answer texts and their sources. Null: forever. Recommended: 396 (13 months). */
  text_days: number | null;
  /** Days to keep single mentions and citations. Null: forever, as recommended. Sums of days always stay. */
  findings_days: number | null;
  /** The limits of this installation. */
  installation: RetentionLimits;
  /** The shorter of both limits. Months are removed when they are entirely older. */
  effective: RetentionLimits;
  /** Answers before these days no longer have them. */
  removed_before: { raw: string | null; texts: string | null; findings: string | null };
  /** About how many bytes are freed when what is too old is removed. */
  frees_bytes: number;
}

/** Null: forever. */
export interface RetentionChange {
  /** Days to keep the raw replies of platforms. Null: forever. Recommended: 90. */
  raw_days?: number | null;
  /** Days to keep answer texts and their sources. Null: forever. Recommended: 396 (13 months). */
  text_days?: number | null;
  /** Days to keep single mentions and citations. Null: forever, as recommended. Sums of days always stay. */
  findings_days?: number | null;
}

/** An AI platform, and whose API key is used for it. The key itself is never returned. */
export interface Platform {
  platform: string;
  /** Whose API key is used. The key itself is never returned. */
  key: 'workspace' | 'environment' | 'none';
}

/** Your own API key for a platform; null removes it. */
export interface PlatformChange {
  /** The key. null removes it. */
  api_key: string | null;
}

/** How many answers were collected, what they cost, and how complete they are. */
export interface Usage {
  plan: 'free' | 'pro' | 'enterprise';
  requests_per_hour: number;
  budget: {
    daily_cap_usd: number | null;
    monthly_cap_usd: number | null;
    spent_today_usd: number;
    spent_month_usd: number;
  };
  days: {
    date: string;
    platform: string;
    valid: number;
    /** Cut off before they mentioned your brand. Not counted. */
    truncated: number;
    refused: number;
    failed: number;
    cost_usd: number;
  }[];
  /** How much answers vary from week to week, as of the last closed window. */
  scatter: {
    platform: string;
    /** Variance of answers relative to independent ones. 1: independent. */
    phi: number;
    /** Per week, on average. */
    answers_per_prompt: number;
    /** Ask a prompt at most this often per week. null: any number. */
    repeats: number | null;
    /** Spread them over this many days. */
    days: number | null;
    /** How many times as many prompts the same number of answers then covers. */
    prompts_factor: number | null;
  }[];
}

/** The estimated cost of one week. */
export interface UsageEstimate {
  questions_per_week: number;
  cost_usd_per_week: number;
  platforms: Record<string, number>;
  /** Platforms with an unknown price, not included in the total. */
  unpriced: string[];
}

/** A report, scheduled or finished. Its file is at `/reports/{report_id}/file` once the status is `ready`. */
export interface Report {
  report_id: string;
  name: string;
  /** `weekly`: Monday to Sunday. `monthly`: a calendar month. Both in UTC, created when the period is over. */
  schedule: 'weekly' | 'monthly' | 'once';
  format: 'pdf' | 'csv' | 'json';
  /** First day. */
  period_start: string;
  /** Last day, inclusive. */
  period_end: string;
  status: 'scheduled' | 'running' | 'ready' | 'failed';
  created_at: string;
}

/** A report to create. The period is required for `once`; otherwise it follows from the schedule. */
export interface NewReport {
  name: string;
  /** `weekly`: Monday to Sunday. `monthly`: a calendar month. Both in UTC, created when the period is over. */
  schedule: 'weekly' | 'monthly' | 'once';
  format: 'pdf' | 'csv' | 'json';
  /** First day. Required for `once`, otherwise not allowed. */
  period_start?: string;
  /**
   * Last day, inclusive. Required for `once`, otherwise not allowed. Must not be after today; at most 400 days in
   * total.
   */
  period_end?: string;
  /** Only these keywords, and those with one of `tags`. */
  keyword_ids?: string[];
  /** Only keywords with one of these tags, and those in `keyword_ids`. */
  tags?: string[];
  /** Email recipients of the report. */
  recipients?: string[];
  /** Day of the week (1 is Monday) or of the month (1 to 28) after the period. Null: as soon as it is over. */
  send_day?: number | null;
  /** Local time of sending. */
  send_time?: string;
  /** The IANA time zone of `send_time`. */
  time_zone?: string;
  /** Color of titles and charts in the PDF. Null: the default. */
  accent_color?: string | null;
  /** A PNG in base64, at most 100 kB and 1,000 pixels, for the first page of the PDF. Null: none. */
  logo?: string | null;
  /** The id of a report whose logo is used. */
  logo_from?: string;
}

export interface ReportChange {
  name?: string;
  format?: 'pdf' | 'csv' | 'json';
  keyword_ids?: string[];
  tags?: string[];
  recipients?: string[];
  /** Day of the week (1 is Monday) or of the month (1 to 28) after the period. Null: as soon as it is over. */
  send_day?: number | null;
  /** Local time of sending. */
  send_time?: string;
  /** The IANA time zone of `send_time`. */
  time_zone?: string;
  /** Color of titles and charts in the PDF. Null: the default. */
  accent_color?: string | null;
  /** A PNG in base64, at most 100 kB and 1,000 pixels, for the first page of the PDF. Null: none. */
  logo?: string | null;
}

export interface Webhook {
  webhook_id: string;
  url: string;
  events: EventType[];
  status: 'enabled' | 'disabled';
  description: string | null;
  disabled_at: string | null;
  disabled_reason: 'delivery_failures' | 'gone' | 'user' | null;
  created_at: string;
  updated_at: string;
}

export interface NewWebhook {
  /** The URL that receives events. Must use https and a public address. */
  url: string;
  events: EventType[];
  description?: string | null;
  /** The event (default: `json`), or a chat message. */
  format?: 'json' | 'slack' | 'teams' | 'discord';
  /** `thin`: only id, type and created_at. Default: `full`. */
  payload?: 'full' | 'thin';
  /** At most 10. Values are never returned. */
  headers?: Record<string, string>;
  /** Signs every delivery. Never returned. If omitted, the server generates one and returns it once. */
  secret?: string;
}

/** The response to a creation. Only this response contains a secret that the server generated. */
export interface CreatedWebhook extends Webhook {
  /** Only in this response, and only if the server generated it. */
  secret?: string;
}

export interface WebhookChange {
  /** The URL that receives events. Must use https and a public address. */
  url?: string;
  events?: EventType[];
  description?: string | null;
  /** The event (default: `json`), or a chat message. */
  format?: 'json' | 'slack' | 'teams' | 'discord';
  /** `thin`: only id, type and created_at. Default: `full`. */
  payload?: 'full' | 'thin';
  /** Others stay; null removes one, or all. A new host in `url` needs all of them. */
  headers?: Record<string, string | null> | null;
  status?: 'enabled' | 'disabled';
  /** When enabling: whether held deliveries are sent (the default) or cancelled. */
  deliver_held?: boolean;
}

export interface DeliveryDetail extends Delivery {
  /** The body as it is sent. In other formats than json it is the event until the first attempt. */
  payload: WebhookEvent;
  attempt_log: DeliveryAttempt[];
}

/** The events to send again: created at or after `since` and before `until`. */
export interface Replay {
  /** Events created at or after this time. */
  since: string;
  /** Events created before this time. Default: now. */
  until?: string;
  /** Default: the types that the webhook is subscribed to. */
  types?: EventType[];
}

/** What a replay queued. */
export interface ReplayResult {
  /** Number of queued deliveries. */
  deliveries: number;
}

export interface SecretRotation {
  /** Signs every delivery. Never returned. If omitted, the server generates one and returns it once. */
  secret?: string;
  /** How long X-Service-Signature is still signed with the old secret. 0: the new secret signs immediately. */
  grace_seconds?: number;
}

/** A delivery of an event to a webhook. */
export interface Delivery {
  delivery_id: string;
  /** The same on every attempt, retry and replay. */
  event_id: string;
  webhook_id: string;
  type: EventType;
  status: 'pending' | 'succeeded' | 'failed' | 'held' | 'cancelled';
  attempts: number;
  response_status: number | null;
  created_at: string;
  next_attempt_at: string | null;
}

/** A request that the built-in inbox received. */
export interface ReceivedRequest {
  /** Counts up within a webhook. */
  sequence: number;
  delivery_id: string;
  event_id: string;
  type: EventType;
  attempt: number;
  received_at: string;
  /** As sent. The values of your own headers are hidden. */
  headers: Record<string, string>;
  /** The raw body, whose signature is in the headers. */
  body: string;
}

/** The new time in the sandbox, and what was collected and sent. */
export interface SandboxProgress {
  now: string;
  questions_asked: number;
  events: number;
}

import type { VoiceRow } from '../insight/share-of-voice.ts';
import type { Interval } from '../score/wilson.ts';

/** A score over the period with its evidence, and the score of the previous period of the same length. */
export interface ComparedScore {
  visibility_score: number;
  /** 95% interval, in points. */
  interval: Interval;
  /** Valid answers. */
  sample_size: number;
  mentions: number;
  citations: number;
  previous_score: number | null;
  /** Signed percentage change from the previous score. */
  trend: string;
  /**
   * Whether a significant change of a platform in the same direction is part of the change of a keyword. For several
   * keywords together, only false: none of them changed significantly. Null: not tested.
   */
  significant?: boolean | null;
  /** Answers planned for the period. Only with too few answers for a score. */
  planned?: number;
}

export interface KeywordScore extends ComparedScore {
  keyword_id: string;
  keyword: string;
  platforms: Record<string, number>;
  /** Valid answers by platform. */
  platform_samples: Record<string, number>;
}

/** The score of the seven days that end on `date`. */
export interface WeekScore {
  date: string;
  visibility_score: number;
  interval: Interval;
  sample_size: number;
  platforms: Record<string, number>;
}

/** A keyword's score on one platform, compared with up to four previous periods. */
export interface Mover {
  keyword_id: string;
  keyword: string;
  platform: string;
  previous_score: number;
  visibility_score: number;
  /** Signed, in points. */
  change: string;
  p_value: number;
  /** Whether the change is significant. Otherwise it is noise. */
  significant: boolean;
}

export interface Movers {
  up: Mover[];
  down: Mover[];
  /** Series (keyword and platform) with enough answers to compare, and those without. */
  compared: number;
  not_compared: number;
  significant: number;
}

export interface PageRow {
  url: string;
  domain: string;
  title: string | null;
  /** The competitor that owns the page. */
  competitor: string | null;
  citations: number;
}

export interface MeasuredPlatform {
  platform: string;
  questions: number;
  valid: number;
  truncated: number;
  refused: number;
  failed: number;
  models: string[];
  /** How the answers were collected: `api`, `scraped`, `import`, `simulated`. */
  surfaces: string[];
}

/** The complete content of a report: the JSON report, and the source of the PDF. */
export interface ReportContent {
  report_id: string;
  name: string;
  period_start: string;
  period_end: string;
  made_at: string;
  /** Whether the answers are simulated (test workspace). */
  simulated: boolean;
  brand: string | null;
  metric_version: number;
  summary: ComparedScore | null;
  platforms: (ComparedScore & { platform: string })[];
  history: WeekScore[];
  movers: Movers;
  share_of_voice: VoiceRow[];
  cited_pages: { own: PageRow[]; others: PageRow[] };
  measured: {
    /** Keywords that were asked in the period. */
    keywords: number;
    prompts: number;
    questions: number;
    valid: number;
    truncated: number;
    refused: number;
    failed: number;
    platforms: MeasuredPlatform[];
  };
  /** What the scores do not cover, one sentence each. */
  incomplete: string[];
  keywords: KeywordScore[];
}

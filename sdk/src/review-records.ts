/** A measured share of answers. */
export interface ReviewFigure {
  label: string;
  /** As displayed: every prompt has the same weight. */
  percent: number;
  /** 95% interval of `percent`. */
  interval: [low: number, high: number];
  /** Answers counted in `percent`, out of `of`. Null if only their weighted share is known. */
  count: number | null;
  /** Valid answers. */
  of: number;
}

/** Something that needs attention. */
export interface ReviewEntry {
  /** The same as long as the entry is about the same thing. */
  review_id: string;
  kind: 'drop' | 'overtaken' | 'gap' | 'platform_failing' | 'webhook_failing' | 'mail_not_configured' | 'stale_data';
  text: string;
  since: string;
  keyword_id: string | null;
  keyword: string | null;
  platform: string | null;
  evidence: {
    /** Empty for kinds that are not based on answers. */
    figures: ReviewFigure[];
    event_id: string | null;
    /** The request that lists the answers behind it. */
    answers: string | null;
  };
  /** `url`: a page of the dashboard, relative to the address of the service. */
  next_step: { text: string; url: string };
  /** Null: open. A dismissed entry is open again once its evidence is new. */
  dismissed_at: string | null;
}

export interface ReviewSummaryPart {
  kind: 'score' | 'verdict' | 'drop' | 'rise' | 'lead';
  text: string;
  /** A page of the dashboard with the evidence. */
  url: string;
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

/** A stored answer. All scores are computed from answers. */
export interface Answer {
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  /** How it was collected: by API, from a consumer app, by another tool, or simulated. */
  surface: 'api' | 'scraped' | 'import' | 'simulated';
  model: string | null;
  prompt: string;
  text: string;
  /** Pages that the answer cites (`cited: true`) and pages that the platform only retrieved. */
  sources: { url: string; title: string | null; cited: boolean }[];
  /** Only valid answers count. `truncated`: cut off before it mentioned your brand. */
  status: 'valid' | 'truncated' | 'refused' | 'failed';
  asked_at: string;
  cost_usd: number | null;
  /** The model that was requested. `model` is the one that answered. */
  requested_model: string | null;
  /** Whether the assistant searched the web. Null: not reported. */
  searched: boolean | null;
  /** The web searches that the assistant reported. */
  queries: string[];
  /** Where an imported answer comes from: the scraper, its id of the request, and the market. */
  provenance: { source: string; reference: string | null; country: string | null } | null;
}

/** An answer that you collected yourself, to be stored. */
export interface NewAnswer {
  /** The keyword, by its id or its text. */
  keyword_id?: string | null;
  keyword?: string | null;
  /** A consumer app has its own platform, such as `chatgpt_web`: surfaces are never combined. */
  platform: string;
  prompt: string;
  /** Optional if the status is `refused` or `failed`. */
  text?: string | null;
  /** A source counts as cited unless it has `cited: false`. Without sources, nothing is cited. */
  sources?: { url: string; title?: string | null; cited?: boolean }[] | null;
  provenance?: { source: string; reference?: string | null; country?: string | null } | null;
  model?: string | null;
  surface?: 'api' | 'scraped' | 'import';
  asked_at?: string | null;
  /** Answers with the same id are stored only once. */
  external_id?: string | null;
  status?: 'valid' | 'truncated' | 'refused' | 'failed';
  requested_model?: string | null;
  /** Whether the assistant searched the web. Default: true with `queries` or `sources`, else unknown. */
  searched?: boolean | null;
  /** The web searches that the assistant ran. */
  queries?: string[] | null;
}

/** The reply of a scraper, to be stored as an answer. Send only what the reply does not say. */
export interface ScrapedReply
  extends Pick<NewAnswer, 'keyword_id' | 'keyword' | 'asked_at' | 'external_id'>,
    Partial<Pick<NewAnswer, 'platform' | 'prompt'>> {
  format: 'serpapi' | 'dataforseo' | 'brightdata' | 'cloro';
  /** One answer, as it came. */
  reply: Record<string, unknown>;
}

/** The result for one line of an ingest. */
export interface IngestResult {
  line: number;
  status: 'stored' | 'duplicate' | 'refused';
  answer_id?: string;
  /** Why it was rejected. */
  detail?: string;
}

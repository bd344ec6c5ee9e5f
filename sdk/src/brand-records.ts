import type { NewAlias } from './records.ts';

/** Your brand. */
export interface Brand {
  name: string;
  /** Its aliases, and the name itself if it has its own matching rule. */
  aliases: Required<NewAlias>[];
  domains: string[];
  /** Only with `preview`. */
  preview?: BrandPreview;
}

/** What your brand should be. Lists replace the existing ones. */
export interface NewBrand {
  name: string;
  aliases?: (string | NewAlias)[];
  domains?: string[];
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
  /** To send as `after` for the next part; null after the last. */
  next: string | null;
}

export interface BrandQuery {
  /** Shows the effect on stored answers and changes nothing. */
  preview?: 'true';
  after?: string;
}

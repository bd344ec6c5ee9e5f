import type { Answer, AnswerStatus } from '../platform.ts';

/** A small market with known true probabilities, so that measurements can be checked. */
export interface World {
  seed: string;
  brand: SimulatedBrand;
  competitors: SimulatedBrand[];
  /** Untracked products, which fill up the lists. */
  extras: string[];
  /** Pages outside the market: reviews, magazines, forums. */
  publishers: Publisher[];
  topics: Topic[];
  stories: Story[];
  gaps: PlantedGap[];
}

export interface SimulatedBrand {
  id: string;
  name: string;
  otherNames: string[];
  domain: string;
  /** The share of answers that mention it, over all keywords and platforms, before any shift: 0–1. */
  level: number;
  /** Probability of a true step of 20–35 points per keyword, platform and 90 days. */
  shiftChance: number;
  /** 0: mostly complaints, 1: mostly praise. */
  goodwill: number;
  /** English sentences that contain the characters of the name but do not mention the brand. */
  decoys: string[];
}

export interface Publisher {
  domain: string;
  name: string;
  language: string;
}

/** Sentences that fit only one keyword, in its language. `keyword` is in lowercase. */
export interface Topic {
  keyword: string;
  points: string[];
}

/**
 * A step that is certain to happen, for demos and tests. Nothing else changes the share of its series. `keyword` is in
 * lowercase.
 */
export interface Story {
  brandId: string;
  keyword: string;
  platform: string;
  day: number;
  before: number;
  after: number;
}

/**
 * A source that mentions a competitor and not the brand, for demos and tests: answers that use it do the same, and the
 * others make up for it, so that no brand's share changes. `keyword` is in lowercase.
 */
export interface PlantedGap {
  keyword: string;
  platform: string;
  kind: 'domain' | 'page' | 'query';
  /** The domain, the URL of the page, or the query. */
  source: string;
  title: string;
  competitorId: string;
  /** The share of answers that use it. */
  share: number;
}

export interface SimulatedQuestion {
  keyword: string;
  prompt: string;
  platform: string;
  /** Whole days since the world began. */
  day: number;
  /** Distinguishes repetitions of one prompt on one day. */
  repetition: number;
}

export interface SimulatedReply {
  status: AnswerStatus;
  /** Why it failed or was refused. */
  reason?: string;
  answer: Answer;
}

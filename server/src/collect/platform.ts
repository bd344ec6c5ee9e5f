import type { ShapeProblem } from './reply-shape.ts';

/** An AI platform's reply to one prompt, in one format for all platforms. */
export interface Answer {
  text: string;
  /** Pages the answer cites as sources. Never mixed with `retrieved`. */
  cited: CitedPage[];
  /** Pages the platform retrieved, cited or not. */
  retrieved: Page[];
  queries: string[];
  /** Undefined: the platform did not report whether it searched, which is not the same as "no". */
  searched: boolean | undefined;
  /** The model that answered, which may differ from the requested one. */
  model: string | undefined;
  requestedModel: string | undefined;
  /** The version of the adapter and of the search tool: a change can move the numbers of a series. */
  adapter: string | undefined;
  stop: string | undefined;
  usage: Usage;
  costUsd: number | undefined;
  raw: string | undefined;
  /** What the adapter did not understand. */
  problems: ShapeProblem[];
}

/** Characters of an answer. It is analyzed in one piece: at most 50 ms of CPU time for the most expensive text. */
export const LONGEST_TEXT = 50_000;

/** For a platform that was asked but returned no usable reply. */
export function emptyAnswer(requestedModel: string | undefined): Answer {
  return {
    text: '',
    cited: [],
    retrieved: [],
    queries: [],
    searched: undefined,
    model: undefined,
    requestedModel,
    adapter: undefined,
    stop: undefined,
    usage: {},
    costUsd: undefined,
    raw: undefined,
    problems: [],
  };
}

export interface Page {
  url: string;
  title: string | undefined;
}

export interface CitedPage extends Page {
  /** UTF-16 offsets into `text` of the passages or markers that carry this citation. */
  spans: [start: number, end: number][];
}

export interface Usage {
  inputTokens?: number;
  /** Of the input tokens: those that the platform had cached. */
  cachedInputTokens?: number;
  outputTokens?: number;
  searches?: number;
}

/**
 * How a reply counts. Only `valid` answers are part of a sample: a failure never counts as "not mentioned". `truncated`:
 * cut off before it mentioned the brand. `no_search`: every search of the reply failed.
 */
export const ANSWER_STATUSES = ['valid', 'truncated', 'refused', 'failed', 'no_search'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

export interface AskOptions {
  country: string | undefined;
  language: string | undefined;
  signal: AbortSignal;
}

export interface Platform {
  /** Lowercase identifier, as in the API: `chatgpt`, `claude`, `gemini`, `perplexity`. */
  id: string;
  ask(prompt: string, options: AskOptions): Promise<Answer>;
}

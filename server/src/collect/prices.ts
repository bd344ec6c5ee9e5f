import type { Usage } from './platform.ts';

/** A platform's prices in USD, and the usual usage of one question. */
export interface Price {
  /** The day the price was looked up. */
  asOf: string;
  inputPerMillion: number;
  outputPerMillion: number;
  perSearch: number;
  perRequest: number;
  typical: Usage;
}

export interface PriceRow extends Price {
  platform: string;
  model: string;
}

const SEARCHING: Usage = { inputTokens: 20_000, outputTokens: 2_500, searches: 2 };
const GROUNDED: Usage = { inputTokens: 200, outputTokens: 1_300, searches: 3 };
const SONAR: Usage = { inputTokens: 20, outputTokens: 400 };
const SONAR_AGENT: Usage = { inputTokens: 6_000, outputTokens: 500, searches: 1 };

/** Prices change without notice. The operator's own rows replace these. */
export const DEFAULT_PRICES: PriceRow[] = [
  row('chatgpt', 'gpt-6.1-terra', '2026-10-26', [1, 5, 0.01, 0], SEARCHING),
  row('chatgpt', 'gpt-6-luna', '2026-09-22', [0.1, 0.5, 0.01, 0], SEARCHING),
  row('chatgpt', 'gpt-6-sol', '2026-09-22', [2, 10, 0.01, 0], SEARCHING),
  row('chatgpt', 'gpt-6.1-sol', '2026-10-26', [2, 10, 0.01, 0], SEARCHING),
  row('chatgpt', 'gpt-5.4-mini', '2026-09-03', [0.75, 4.5, 0.01, 0], SEARCHING),
  row('chatgpt', 'gpt-5.4', '2026-09-03', [2.5, 15, 0.01, 0], SEARCHING),
  row('chatgpt', 'gpt-5.5', '2026-09-03', [5, 30, 0.01, 0], SEARCHING),
  row('claude', 'claude-sonnet-4-6', '2026-09-29', [3, 15, 0.01, 0], SEARCHING),
  row('claude', 'claude-sonnet-5', '2026-09-29', [2, 10, 0.01, 0], SEARCHING),
  row('claude', 'claude-sonnet-5-5', '2026-09-29', [2, 10, 0.01, 0], SEARCHING),
  // Until 2026-12-31. From 2027 on, 1.5 and 7.5.
  row('gemini', 'gemini-3.8-flash', '2026-10-07', [0.75, 3.75, 0.014, 0], GROUNDED),
  row('gemini', 'gemini-3.6-flash', '2026-10-07', [0.75, 3.75, 0.014, 0], GROUNDED),
  row('gemini', 'gemini-3.5-flash-lite', '2026-10-07', [0.3, 2.5, 0.014, 0], GROUNDED),
  row('perplexity', 'perplexity/sonar', '2026-10-07', [0.25, 2.5, 0.0025, 0], SONAR_AGENT),
  row('perplexity', 'sonar', '2026-09-01', [1, 1, 0, 0.005], SONAR),
  row('perplexity', 'sonar-pro', '2026-09-01', [3, 15, 0, 0.006], SONAR),
];

/** The price of a model, also by its dated name: `gpt-5.4-mini-2026-03-05`. */
export function priceOf(platform: string, model: string, rows: PriceRow[] = DEFAULT_PRICES): Price | undefined {
  const base = model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  const ofPlatform = rows.filter((one) => one.platform === platform);
  return ofPlatform.find((one) => one.model === model) ?? ofPlatform.find((one) => one.model === base);
}

/** The cost of a reply. Undefined if the platform did not report its usage. */
export function costOf({ inputTokens, outputTokens, searches }: Usage, price: Price): number | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const tokens = (inputTokens ?? 0) * price.inputPerMillion + (outputTokens ?? 0) * price.outputPerMillion;
  return tokens / 1_000_000 + (searches ?? 0) * price.perSearch + price.perRequest;
}

export interface Estimate {
  usd: number;
  byPlatform: Record<string, number>;
  /** Platforms with an unknown price. They are not part of the sum. */
  unpriced: string[];
}

/** The cost of a plan of questions, before it is saved. */
export function estimateCost(questions: Record<string, number>, prices: Record<string, Price | undefined>): Estimate {
  const estimate: Estimate = { usd: 0, byPlatform: {}, unpriced: [] };
  for (const [platform, count] of Object.entries(questions)) {
    const price = prices[platform];
    const usd = price && costOf(price.typical, price);
    if (usd === undefined) {
      estimate.unpriced.push(platform);
    } else {
      estimate.byPlatform[platform] = usd * count;
      estimate.usd += usd * count;
    }
  }
  return estimate;
}

type Amounts = [inputPerMillion: number, outputPerMillion: number, perSearch: number, perRequest: number];

function row(platform: string, model: string, asOf: string, amounts: Amounts, typical: Usage): PriceRow {
  const [inputPerMillion, outputPerMillion, perSearch, perRequest] = amounts;
  return { platform, model, asOf, inputPerMillion, outputPerMillion, perSearch, perRequest, typical };
}

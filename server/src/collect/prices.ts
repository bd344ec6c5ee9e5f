import { own } from '../base/own.ts';
import { daysBetween } from '../base/time.ts';
import { LISTED, LISTED_ON } from './generated/prices.ts';
import type { Usage } from './platform.ts';

interface TokenPrice {
  inputPerMillion: number;
  outputPerMillion: number;
  /** Undefined: cached tokens cost as much as others. */
  cachedPerMillion?: number | undefined;
}

interface ModelPrice extends TokenPrice {
  /** What all tokens of a request cost that has more input tokens than this. */
  long?: (TokenPrice & { above: number }) | undefined;
}

/** A platform's prices in USD, and the usual usage of one question. */
export interface Price extends ModelPrice {
  /** The day the price was looked up. */
  asOf: string;
  perSearch: number;
  perRequest: number;
  typical: Usage;
}

/** A model in the table of token prices. */
export interface ListedModel extends ModelPrice {
  model: string;
  /** The day on which it is shut down, if announced. */
  endsOn?: string;
}

export interface PriceRow extends Price {
  platform: string;
  model: string;
}

const MODELS: Record<string, ListedModel[]> = LISTED;

/** The usual usage of a question to a model that searches as a tool. */
export const SEARCHING: Usage = { inputTokens: 20_000, outputTokens: 2_500, searches: 2 };

/** The price of a model, also by its dated name: `gpt-5.4-mini-2026-03-05`. */
export function priceOf(platform: string, model: string, rows: PriceRow[] = []): Price | undefined {
  return find(
    rows.filter((one) => one.platform === platform),
    model,
  );
}

/** The day on which a model is shut down, if announced, for pages that call no platform. */
export function endOf(platform: string, model: string): string | undefined {
  return find(own(MODELS, platform) ?? [], model)?.endsOn;
}

function find<Row extends { model: string }>(rows: Row[], model: string): Row | undefined {
  const base = model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  return rows.find((one) => one.model === model) ?? rows.find((one) => one.model === base);
}

const OLD_DAYS = 180;

/** Whether a price was looked up so long ago that it may have changed. */
export function isOldPrice({ asOf }: Price, today: string): boolean {
  return daysBetween(asOf, today) > OLD_DAYS;
}

/** The cost of a reply. Undefined if the platform did not report its usage. */
export function costOf(usage: Usage, price: Price): number | undefined {
  const { inputTokens = 0, outputTokens = 0, searches = 0, cachedInputTokens = 0 } = usage;
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) return undefined;
  const {
    inputPerMillion,
    outputPerMillion,
    cachedPerMillion = inputPerMillion,
  } = price.long && inputTokens > price.long.above ? price.long : price;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const tokens = (inputTokens - cached) * inputPerMillion + cached * cachedPerMillion + outputTokens * outputPerMillion;
  return tokens / 1_000_000 + searches * price.perSearch + price.perRequest;
}

/** For a model without a price: only the question as a whole has one. */
export function assumedPrice(usd: number): Price {
  const typical = { inputTokens: 0, outputTokens: 0 };
  return { asOf: LISTED_ON, inputPerMillion: 0, outputPerMillion: 0, perSearch: 0, perRequest: usd, typical };
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
    const price = own(prices, platform);
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

/** A platform's built-in prices: those of tokens are in the table, a search's price is not. */
export function pricesOf(platform: string, perSearch: number, typical: Usage): PriceRow[] {
  return (own(MODELS, platform) ?? []).map(({ endsOn: _, ...listed }) => {
    return { ...listed, platform, asOf: LISTED_ON, perSearch, perRequest: 0, typical };
  });
}

import { own } from '../base/own.ts';
import { daysBetween } from '../base/time.ts';
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

/** The usual usage of a question to a model that searches as a tool. */
export const SEARCHING: Usage = { inputTokens: 20_000, outputTokens: 2_500, searches: 2 };

/** The price of a model, also by its dated name: `gpt-5.4-mini-2026-03-05`. */
export function priceOf(platform: string, model: string, rows: PriceRow[] = []): Price | undefined {
  const base = model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  const ofPlatform = rows.filter((one) => one.platform === platform);
  return ofPlatform.find((one) => one.model === model) ?? ofPlatform.find((one) => one.model === base);
}

const OLD_DAYS = 180;

/** Whether a price was looked up so long ago that it may have changed. */
export function isOldPrice({ asOf }: Price, today: string): boolean {
  return daysBetween(asOf, today) > OLD_DAYS;
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

type Amounts = [inputPerMillion: number, outputPerMillion: number, perSearch: number, perRequest: number];

/** Makes the rows of a platform's built-in prices. `asOf` is the day the price was looked up. */
export function pricesOf(platform: string, typical: Usage) {
  return (model: string, asOf: string, amounts: Amounts): PriceRow => {
    const [inputPerMillion, outputPerMillion, perSearch, perRequest] = amounts;
    return { platform, model, asOf, inputPerMillion, outputPerMillion, perSearch, perRequest, typical };
  };
}

import { PlatformError } from '../base/errors.ts';
import type { HttpRequest } from './exchange.ts';
import { readJson } from './json.ts';
import type { Answer, Platform, Usage } from './platform.ts';
import { costOf, DEFAULT_PRICES, type Price, type PriceRow, priceOf } from './prices.ts';

export interface PlatformSettings {
  /** Empty for a local server that asks for none. */
  apiKey: string;
  baseUrl?: string | undefined;
  model?: string | undefined;
  prices?: PriceRow[] | undefined;
}

/** A platform out there, with what is known about it before it is asked. */
export interface LivePlatform extends Platform {
  model: string;
  price: Price | undefined;
  /** The cheapest request that tells whether the key is accepted. */
  keyProbe: HttpRequest;
}

/** What an adapter reads from a reply; the rest of an `Answer` is the same for all. */
export type Reading = Omit<Answer, 'requestedModel' | 'costUsd'> & { costUsd?: number | undefined };

/** Completes a reading: what was asked for, and what it cost unless the platform said so itself. */
export function toAnswer(
  reading: Reading,
  id: string,
  { model, prices }: { model: string; prices?: PriceRow[] | undefined },
): Answer {
  const costUsd = reading.costUsd ?? costIn(reading.usage, id, [reading.model, model], prices);
  return { ...reading, requestedModel: model, costUsd };
}

function costIn(usage: Usage, id: string, models: (string | undefined)[], prices = DEFAULT_PRICES): number | undefined {
  for (const model of models) {
    const price = model === undefined ? undefined : priceOf(id, model, prices);
    if (price) return costOf(usage, price);
  }
  return undefined;
}

/** The reply as JSON, if it has the shape that the adapter can use. It was paid for: asking again is not the remedy. */
export function readReply(id: string, body: string, isUsable: (reply: unknown) => boolean): unknown {
  const reply = readJson(body);
  if (!isUsable(reply)) throw new PlatformError(id, 'bad_reply', { retryable: false });
  return reply;
}

/** The address without trailing slashes, so that a path can follow. */
export function baseOf(settings: PlatformSettings, standard: string): string {
  return (settings.baseUrl ?? standard).replace(/\/+$/, '');
}

/** Two letters as ISO 3166 writes them, or nothing: a platform refuses the whole question over a wrong country. */
export function countryCode(country: string | undefined): string | undefined {
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined;
}

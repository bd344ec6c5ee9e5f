import type { Dispatcher } from 'undici';
import { PlatformError } from '../base/errors.ts';
import { endingOf } from './endings.ts';
import type { HttpRequest } from './exchange.ts';
import { readJson } from './json.ts';
import type { Answer, Platform, Usage } from './platform.ts';
import { costOf, type Price, type PriceRow, priceOf } from './prices.ts';
import { type ReplyShape, type ShapeProblem, shapeProblems, unreadMarkers } from './reply-shape.ts';

export interface PlatformSettings {
  /** Empty for a local server that needs no key. */
  apiKey: string;
  baseUrl?: string | undefined;
  model?: string | undefined;
  prices?: PriceRow[] | undefined;
  /** Sent with every question to an OpenAI-compatible server, such as its own search tool. */
  requestBody?: Record<string, unknown> | undefined;
}

/** A platform that a workspace's key may complete. */
export type ConfiguredPlatform = Omit<PlatformSettings, 'apiKey'> & { apiKey?: string | undefined };

/** A real platform, with its known properties. */
export interface LivePlatform extends Platform {
  model: string;
  price: Price | undefined;
  /** The cheapest request that shows whether the key is accepted. */
  keyProbe: HttpRequest;
  /** How to connect for the key check, if connections are restricted. */
  dispatcher?: Dispatcher | undefined;
}

/** What an adapter extracts from a reply. The rest of an `Answer` is the same for all platforms. */
export type Reading = Omit<Answer, 'requestedModel' | 'costUsd' | 'adapter' | 'problems'> & {
  costUsd?: number | undefined;
};

interface Asked {
  model: string;
  prices?: PriceRow[] | undefined;
  /** The understood shape, and the reply or turns it describes. */
  shape?: ReplyShape;
  replies?: unknown[];
}

/**
 * Completes the answer with the requested model, what the adapter did not understand and, unless the platform reported
 * it, the cost.
 */
export function toAnswer(reading: Reading, id: string, { model, prices, shape, replies = [] }: Asked): Answer {
  const costUsd = reading.costUsd ?? costIn(reading.usage, [reading.model, model], (one) => priceOf(id, one, prices));
  const problems = [...replies.flatMap((reply) => (shape ? shapeProblems(reply, shape) : [])), ...problemsIn(reading)];
  return { ...reading, requestedModel: model, adapter: shape?.version, costUsd, problems };
}

/**
 * Whether a reply searched, and how it ended. `results`: for each search, whether it succeeded. If all failed, the answer
 * is from memory and must not count.
 */
export function searchedIn(results: boolean[], stop: string | undefined): Pick<Reading, 'searched' | 'stop'> {
  const searched = results.includes(true);
  const ending = endingOf(stop);
  const isWithoutSearch = results.length > 0 && !searched && ending !== 'refused' && ending !== 'none';
  return { searched, stop: isWithoutSearch ? 'no_search' : stop };
}

/** Problems that do not depend on the platform. */
function problemsIn({ text, stop }: Reading): ShapeProblem[] {
  const isKnown = stop === undefined || endingOf(stop) !== undefined;
  return [...(isKnown ? [] : [{ kind: 'unknown_ending' as const, detail: stop.slice(0, 40) }]), ...unreadMarkers(text)];
}

function costIn(
  usage: Usage,
  models: (string | undefined)[],
  find: (model: string) => Price | undefined,
): number | undefined {
  for (const model of models) {
    const price = model === undefined ? undefined : find(model);
    if (price) return costOf(usage, price);
  }
  return undefined;
}

/** The reply as JSON, if the adapter can use its shape. It was paid for, so it is not requested again. */
export function readReply(id: string, body: string, isUsable: (reply: unknown) => boolean): unknown {
  const reply = readJson(body);
  if (!isUsable(reply)) throw new PlatformError(id, 'bad_reply', { retryable: false });
  return reply;
}

/** The URL without trailing slashes, so that a path can be appended. */
export function baseOf(settings: PlatformSettings, standard: string): string {
  return (settings.baseUrl ?? standard).replace(/\/+$/, '');
}

/** A two-character ISO 3166 code, or nothing: a platform rejects the whole question because of an invalid country. */
export function countryCode(country: string | undefined): string | undefined {
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined;
}

import type { Dispatcher } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import { PlatformError } from '../base/errors.ts';
import { exchange, type HttpRequest } from './exchange.ts';
import { field, list, readJson, text } from './json.ts';
import type { LivePlatform } from './live-platform.ts';
import { endOf } from './prices.ts';
import { isCreditSpent, isKeyRefused } from './refusal.ts';

/** `answered`: with a status that says nothing about the key. */
export type KeyCheck = 'works' | 'refused' | 'quota' | `answered: ${number}` | `unreachable: ${string}`;

/** Whether the platform still serves the model, and until when, if it says so. */
export interface ModelCheck {
  state: 'served' | 'gone' | 'unknown';
  endsOn: string | undefined;
}

export interface PlatformCheck {
  key: KeyCheck;
  model: ModelCheck;
}

type Checked = Pick<LivePlatform, 'id' | 'model' | 'keyProbe' | 'dispatcher'>;

export interface CheckOptions {
  /** Default: the platform's own, which decides which addresses may be called. */
  dispatcher?: Dispatcher | undefined;
  timeoutMs?: number;
}

const CHECK_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Checks whether a platform accepts its key and still serves its model, with free requests. They are sent once and
 * immediately, even if the platform is paused.
 */
export async function checkPlatform(platform: Checked, given: CheckOptions = {}): Promise<PlatformCheck> {
  const { id, model, keyProbe } = platform;
  const options = { dispatcher: platform.dispatcher, ...given };
  const unknown: ModelCheck = { state: 'unknown', endsOn: endOf(id, model) };
  try {
    const { status, body } = await send(id, keyProbe, options);
    const key = verdictOf(keyProbe, status, body);
    return { key, model: key === 'works' ? await findModel(platform, body, { ...options, unknown }) : unknown };
  } catch (error) {
    if (error instanceof PlatformError) return { key: `unreachable: ${error.reason}`, model: unknown };
    throw error;
  }
}

function verdictOf({ method }: HttpRequest, status: number, body: string): KeyCheck {
  if (isCreditSpent(status, body)) return 'quota';
  if (isKeyRefused(status, body)) return 'refused';
  const isRead = status >= 200 && status < 300;
  // A deliberately invalid request is rejected only after its key was accepted.
  const isProbed = method === 'POST' && (status === 400 || status === 422);
  return isRead || isProbed ? 'works' : `answered: ${status}`;
}

/**
 * Looks the model up in the list of models that the key probe returned, then by its name: some lists have several pages
 * or leave out other names of a model.
 */
async function findModel(
  { id, model, keyProbe }: Checked,
  listed: string,
  { unknown, ...options }: CheckOptions & { unknown: ModelCheck },
): Promise<ModelCheck> {
  const models = [...list(field(readJson(listed), 'data')), ...list(field(readJson(listed), 'models'))];
  if (keyProbe.method !== 'GET' || models.length === 0 || model === 'default') return unknown;
  const served = (one: unknown): ModelCheck => ({ state: 'served', endsOn: endIn(one) ?? unknown.endsOn });
  const found = models.find((one) => [field(one, 'id'), field(one, 'name')].includes(model));
  if (found) return served(found);
  const url = `${keyProbe.url.split('?')[0]}/${encodeURIComponent(model)}`;
  const { status, body } = await send(id, { ...keyProbe, url }, options);
  if (status === 404) return { ...unknown, state: 'gone' };
  return status === 200 ? served(readJson(body)) : unknown;
}

/** `shutdown_date` of OpenAI, `deprecation` of Mistral. */
function endIn(model: unknown): string | undefined {
  const end = text(field(model, 'shutdown_date')) ?? text(field(model, 'deprecation'));
  return end !== undefined && /^\d{4}-\d\d-\d\d/.test(end) ? end.slice(0, 10) : undefined;
}

function send(id: string, request: HttpRequest, { dispatcher, timeoutMs = CHECK_MS }: CheckOptions) {
  const headers = { ...request.headers, ...(request.body && { 'content-type': 'application/json' }) };
  return withDeadline(timeoutMs, undefined, (signal) =>
    exchange(id, { ...request, headers }, { signal, dispatcher, maxBytes: MAX_BYTES }),
  );
}

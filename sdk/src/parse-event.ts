import { EVENT_TYPES, type EventType, type ThinEvent, type WebhookEvent } from './events.ts';
import { toBytes } from './hmac.ts';
import { checkedSecrets } from './secrets.ts';
import { type RawBody, type Secrets, verifyMessage, verifySignature } from './signature.ts';

/** A delivery to reject: not signed with your secret, too old, or not an event. */
export class EventError extends Error {
  readonly reason: EventErrorReason;
  /** The status code to respond with. */
  readonly status: number;

  constructor(reason: EventErrorReason, message: string) {
    super(message);
    this.name = 'EventError';
    this.reason = reason;
    this.status = STATUS[reason];
  }
}

/**
 * `headers`: a header is missing. `signature`: no match. `timestamp`: outside the tolerance. `body`: not an event.
 * `type`: unknown to this version.
 */
export type EventErrorReason = 'headers' | 'signature' | 'timestamp' | 'body' | 'type';

// An unknown type gets a 200: a retry would not help.
const STATUS: Record<EventErrorReason, number> = { headers: 401, signature: 401, timestamp: 401, body: 400, type: 200 };

/** Headers as fetch, Node's http module and most frameworks provide them. */
export type HeadersLike = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

export interface ParseOptions {
  /** The largest accepted difference between `webhook-timestamp` and your clock. Default 300. */
  toleranceSeconds?: number;
  /** The current time in milliseconds, for tests. */
  now?: number;
}

/**
 * Verifies a delivery and returns its event. Throws an `EventError` if it is invalid.
 *
 * If you pass the request's headers, the three `webhook-*` headers are verified. This also rejects replayed deliveries.
 * If you pass only the value of `X-Service-Signature`, only that signature is verified.
 */
export async function parseEvent(
  body: RawBody,
  headers: HeadersLike | string | null | undefined,
  secret: Secrets,
  options: ParseOptions = {},
): Promise<WebhookEvent> {
  const event = await parseThinEvent(body, headers, secret, options);
  if (!isObject((event as Partial<WebhookEvent>).data)) throw notAnEvent();
  return event as WebhookEvent;
}

/** The same for a webhook with a thin payload: the event has no `data`. */
export async function parseThinEvent(
  body: RawBody,
  headers: HeadersLike | string | null | undefined,
  secret: Secrets,
  options: ParseOptions = {},
): Promise<ThinEvent> {
  checkedSecrets(secret);
  if (typeof headers === 'object' && headers !== null) {
    const id = await checkMessage(body, headers, secret, options);
    const event = readEvent(body);
    if (event.id !== id) throw new EventError('body', 'The event id does not match the webhook-id header');
    return event;
  }
  if (!(await verifySignature(body, headers, secret))) throw wrongSignature();
  return readEvent(body);
}

async function checkMessage(
  body: RawBody,
  headers: HeadersLike,
  secret: Secrets,
  { toleranceSeconds = 300, now = Date.now() }: ParseOptions,
): Promise<string> {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerOf(headers, name);
    if (!value) throw new EventError('headers', `The ${name} header is missing`);
    return value;
  }) as [string, string, string];
  if (!(await verifyMessage({ id, timestamp, body }, signature, secret))) throw wrongSignature();
  const age = now / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new EventError(
      'timestamp',
      `The delivery was sent ${Math.round(Math.abs(age))} s ${age > 0 ? 'ago' : 'in the future'}, which is outside the tolerance of ${toleranceSeconds} s`,
    );
  }
  return id;
}

function wrongSignature(): EventError {
  return new EventError(
    'signature',
    'The signature does not match the body. Respond with 401 and ignore the delivery.',
  );
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function')
    return (headers as { get(name: string): string | null }).get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : (found as string | undefined);
}

function readEvent(body: RawBody): ThinEvent {
  const event = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(toBytes(body)));
  const { id, type, created_at } = (event ?? {}) as Record<string, unknown>;
  if (!isObject(event) || ![id, type, created_at].every((field) => typeof field === 'string')) throw notAnEvent();
  if (!EVENT_TYPES.includes(type as EventType)) {
    throw new EventError('type', `Unknown event type ${JSON.stringify(type)}. Update this package to support it.`);
  }
  return event as ThinEvent;
}

function notAnEvent(): EventError {
  return new EventError('body', 'The body is not an event');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

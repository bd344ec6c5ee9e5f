import { EVENT_TYPES, type EventType, type WebhookEvent } from './events.ts';
import { toBytes } from './hmac.ts';
import { checkedSecrets } from './secrets.ts';
import { type RawBody, type Secrets, verifyMessage, verifySignature } from './signature.ts';

/** A delivery that cannot be taken: not signed with your secret, too old, or not an event. */
export class EventError extends Error {
  readonly reason: EventErrorReason;
  /** What the receiver should answer. */
  readonly status: number;

  constructor(reason: EventErrorReason, message: string) {
    super(message);
    this.name = 'EventError';
    this.reason = reason;
    this.status = STATUS[reason];
  }
}

/** `headers`: one is missing; `signature`, `timestamp`: wrong; `body`: not an event; `type`: not one this version knows. */
export type EventErrorReason = 'headers' | 'signature' | 'timestamp' | 'body' | 'type';

// An unknown type is answered like any other delivery: sending it again would not teach us what it means.
const STATUS: Record<EventErrorReason, number> = { headers: 401, signature: 401, timestamp: 401, body: 400, type: 200 };

/** Headers as fetch, Node's http and most frameworks hand them over. */
export type HeadersLike = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

export interface ParseOptions {
  /** How old a delivery may be, and how far ahead a clock; default 300. */
  toleranceSeconds?: number;
  /** The time in milliseconds, for tests. */
  now?: number;
}

/**
 * Checks a delivery and hands back its event, or throws an `EventError`.
 *
 * With the request's headers the `webhook-*` three are checked, which also refuses a delivery that somebody recorded
 * and sends again later. With the value of `X-Service-Signature` alone, only that.
 */
export async function parseEvent(
  body: RawBody,
  headers: HeadersLike | string | null | undefined,
  secret: Secrets,
  options: ParseOptions = {},
): Promise<WebhookEvent> {
  checkedSecrets(secret);
  if (typeof headers === 'object' && headers !== null) {
    const id = await checkMessage(body, headers, secret, options);
    const event = readEvent(body);
    if (event.id !== id) throw new EventError('body', 'The event is not the one that its headers name');
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
    if (!value) throw new EventError('headers', `The header ${name} is missing`);
    return value;
  }) as [string, string, string];
  if (!(await verifyMessage({ id, timestamp, body }, signature, secret))) throw wrongSignature();
  const age = now / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new EventError(
      'timestamp',
      `The delivery was sent ${Math.round(Math.abs(age))} s ${age > 0 ? 'ago' : 'ahead'}`,
    );
  }
  return id;
}

function wrongSignature(): EventError {
  return new EventError('signature', 'The signature does not match the body: answer 401 and do nothing else');
}

function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function')
    return (headers as { get(name: string): string | null }).get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : (found as string | undefined);
}

function readEvent(body: RawBody): WebhookEvent {
  const event = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(toBytes(body)));
  const { id, type, created_at, data } = (event ?? {}) as Record<string, unknown>;
  const isEvent = [id, type, created_at].every((field) => typeof field === 'string') && isObject(data);
  if (!isObject(event) || !isEvent) throw new EventError('body', 'The body is not an event');
  if (!EVENT_TYPES.includes(type as EventType)) {
    throw new EventError('type', `This version does not know the event type ${JSON.stringify(type)}`);
  }
  return event as unknown as WebhookEvent;
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

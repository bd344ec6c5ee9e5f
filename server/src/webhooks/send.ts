import { INBOX_URL, retryAfterSeconds } from '@visibility/sdk';
import { type Dispatcher, request } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { failSpan, linkTo, traceCall, traceHeaders } from '../base/tracing.ts';
import type { Db } from '../store/db.ts';
import type { ClaimedDelivery } from '../store/webhooks/claim-deliveries.ts';
import type { AttemptResult, Timings } from '../store/webhooks/complete-deliveries.ts';
import { insertReceived } from '../store/webhooks/inbox.ts';
import { timed } from './agent.ts';
import { type FailureCode, failureCode, OwnTroubleError, ownTrouble } from './failure.ts';
import { makeBody } from './formats/make-body.ts';
import { readStart } from './read-start.ts';
import { laneRest, retryDelay } from './schedule.ts';
import { signBody, signMessage } from './signature.ts';

const ANSWER_WITHIN_MS = 30_000;
// After a problem on our side, retry soon, but not all deliveries at the same time.
const OWN_TROUBLE_SECONDS = 10;
const OWN_TROUBLE_SPREAD = 10;

export interface SendDeps {
  /** Holds the built-in inbox. */
  db: Db;
  agent: Dispatcher;
  secrets: SecretsBox;
  /** Where the dashboard is, for links in messages. */
  baseUrl: string;
  /** Called for every attempt, to count and log them. The error is what was thrown, if anything. */
  onAttempt?: (result: SentResult, error?: unknown) => void;
  /** How long a receiver may take. The contract says 30 seconds. */
  answerWithinMs?: number;
  /** How long to read the start of the response. Default: two seconds. */
  readForMs?: number;
}

/** The outcome of an attempt with the delivery it belongs to. */
export type SentResult = AttemptResult & { delivery: ClaimedDelivery };

/** Makes one attempt: signs, sends, and returns the outcome. Never throws. */
export function send(deps: SendDeps, delivery: ClaimedDelivery): Promise<SentResult> {
  const { deliveryId, eventId, webhookId, workspaceId, attempt, origin } = delivery;
  const attributes = {
    'server.address': new URL(delivery.url).host,
    'visibility.delivery_id': deliveryId,
    'visibility.event_id': eventId,
    'visibility.webhook_id': webhookId,
    'visibility.workspace_id': workspaceId,
    'visibility.attempt': attempt,
    ...(origin && { 'visibility.request_id': origin.requestId }),
  };
  const tracing = { attributes, links: linkTo(origin?.traceparent) };
  return traceCall('webhook delivery', tracing, async (span) => {
    const result = await attemptOnce(deps, delivery);
    if (result.responseStatus !== undefined) span.setAttribute('http.response.status_code', result.responseStatus);
    if (result.outcome !== 'succeeded') failSpan(span, result.error);
    return result;
  });
}

async function attemptOnce(deps: SendDeps, delivery: ClaimedDelivery): Promise<SentResult> {
  const startedAt = new Date();
  const began = performance.now();
  const timings: Timings = {};
  const result: SentResult = {
    delivery,
    startedAt,
    timings,
    durationMs: undefined,
    outcome: 'failed',
    error: undefined,
    responseStatus: undefined,
    responseBody: undefined,
    restSeconds: undefined,
    retryInSeconds: retryDelay(delivery.attempt, Math.random),
  };
  let thrown: unknown;
  try {
    result.madeBody = makeBody(delivery, deps.baseUrl);
    const body = result.madeBody ?? delivery.body;
    const headers = headersOf(deps.secrets, { ...delivery, body }, startedAt);
    if (delivery.url === INBOX_URL) Object.assign(result, await toInbox(deps.db, delivery, { headers, body }));
    else {
      const sent = { ...headers.extra, ...headers.own, ...traceHeaders() };
      const response = await timed(timings, () => post(deps, { url: delivery.url, body, headers: sent }));
      const untilHeaders = performance.now() - began;
      timings.firstByteMs = Math.max(0, Math.round(untilHeaders) - openingMs(timings));
      Object.assign(result, judge(response, delivery.attempt));
      result.responseBody = await readStart(response.body, deps.readForMs);
    }
  } catch (error) {
    thrown = error;
    const trouble = ownTrouble(error);
    result.error = trouble ?? failureCode(error);
    if (trouble !== undefined) {
      result.outcome = 'unsent';
      result.retryInSeconds = OWN_TROUBLE_SECONDS + Math.random() * OWN_TROUBLE_SPREAD;
    }
  }
  result.durationMs = Math.round(performance.now() - began);
  deps.onAttempt?.(result, thrown);
  return result;
}

/** Resolves with the status line, or rejects after the time limit. */
function post(deps: SendDeps, { url, body, headers }: Outgoing): Promise<Dispatcher.ResponseData> {
  const { agent, answerWithinMs = ANSWER_WITHIN_MS } = deps;
  return withDeadline(answerWithinMs, undefined, (signal) =>
    request(url, { dispatcher: agent, method: 'POST', headers, body, signal }),
  );
}

interface Outgoing {
  url: string;
  body: string;
  headers: Headers;
}

type Headers = Record<string, string>;

interface SplitHeaders {
  /** Set by the owner of the webhook. Their values are secret. */
  extra: Headers;
  own: Headers;
}

/** Stores a request in the built-in inbox. No connection is opened. */
async function toInbox(
  db: Db,
  delivery: ClaimedDelivery,
  { headers: { extra, own }, body }: { headers: SplitHeaders; body: string },
): Promise<Partial<AttemptResult>> {
  const hidden = Object.fromEntries(Object.keys(extra).map((name) => [name.toLowerCase(), '(hidden)']));
  try {
    await insertReceived(db, delivery, { headers: { ...hidden, ...own }, body });
  } catch (error) {
    throw new OwnTroubleError('own_database', error);
  }
  return { outcome: 'succeeded', responseStatus: 200, responseBody: 'Stored in the inbox', retryInSeconds: undefined };
}

function headersOf(secrets: SecretsBox, delivery: ClaimedDelivery, now: Date): SplitHeaders {
  const {
    secrets: [secret = '', next],
    headers: extra,
  } = openSecrets(secrets, delivery);
  const { body, eventId: id } = delivery;
  const timestamp = Math.floor(now.getTime() / 1000);
  const messageSignatures = [secret, ...(next === undefined ? [] : [next])].map((one) =>
    signMessage({ id, timestamp, body }, one),
  );
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Visibility-Webhooks/1',
    'accept-encoding': 'identity',
    'x-service-signature': signBody(body, secret),
    ...(next === undefined ? {} : { 'x-service-signature-next': signBody(body, next) }),
    'x-service-delivery': delivery.deliveryId,
    'x-service-attempt': String(delivery.attempt),
    ...(delivery.trigger === 'replay' || delivery.trigger === 'retry' ? { 'x-service-replay': 'true' } : {}),
    ...(delivery.trigger === 'test' ? { 'x-service-test': 'true' } : {}),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': messageSignatures.join(' '),
  };
  return { extra, own };
}

function openSecrets(box: SecretsBox, delivery: ClaimedDelivery): { secrets: string[]; headers: Headers } {
  const { webhookId, sealedSecret, sealedNextSecret, sealedHeaders } = delivery;
  try {
    const sealed = [sealedSecret, ...(sealedNextSecret ? [sealedNextSecret] : [])];
    return {
      secrets: sealed.map((one) => box.open(one, webhookId)),
      headers: sealedHeaders ? JSON.parse(box.open(sealedHeaders, webhookId)) : {},
    };
  } catch (error) {
    throw new OwnTroubleError('own_secret', error);
  }
}

function openingMs({ dnsMs = 0, connectMs = 0, tlsMs = 0 }: Timings): number {
  return dnsMs + connectMs + tlsMs;
}

/** What a status means. Only the status line matters, not the body. */
function judge({ statusCode, headers }: Dispatcher.ResponseData, attemptNumber: number): Partial<AttemptResult> {
  const responseStatus = statusCode;
  if (statusCode >= 200 && statusCode < 300) {
    return { outcome: 'succeeded', responseStatus, retryInSeconds: undefined };
  }
  if (statusCode === 410) return { error: 'gone' satisfies FailureCode, responseStatus, retryInSeconds: undefined };
  const error: FailureCode = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
  const wait =
    statusCode === 429 || statusCode === 503 ? retryAfterSeconds([headers['retry-after']].flat()[0]) : undefined;
  if (wait === undefined) return { error, responseStatus };
  const retryInSeconds = retryDelay(attemptNumber, Math.random, { retryAfterSeconds: wait });
  return { error, responseStatus, retryInSeconds, restSeconds: laneRest(wait) };
}

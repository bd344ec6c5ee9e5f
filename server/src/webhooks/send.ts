import { retryAfterSeconds } from '@visibility/sdk';
import { type Dispatcher, request } from 'undici';
import { withDeadline } from '../base/deadline.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { ClaimedDelivery } from '../store/webhooks/claim-deliveries.ts';
import type { AttemptResult, Timings } from '../store/webhooks/complete-deliveries.ts';
import { timed } from './agent.ts';
import { type FailureCode, failureCode, isOwnTrouble } from './failure.ts';
import { readStart } from './read-start.ts';
import { laneRest, retryDelay } from './schedule.ts';
import { signBody, signMessage } from './signature.ts';

const ANSWER_WITHIN_MS = 30_000;
// After a problem on our side, retry soon, but not all deliveries at the same time.
const OWN_TROUBLE_SECONDS = 10;
const OWN_TROUBLE_SPREAD = 10;

export interface SendDeps {
  agent: Dispatcher;
  secrets: SecretsBox;
  /** Called for every attempt, to count them. */
  onAttempt?: (outcome: AttemptResult['outcome'], seconds: number) => void;
  /** How long a receiver may take. The contract says 30 seconds. */
  answerWithinMs?: number;
  /** How long to read the start of the response. Default: two seconds. */
  readForMs?: number;
}

/** Makes one attempt: signs, sends, and returns the outcome. Never throws. */
export async function send(deps: SendDeps, delivery: ClaimedDelivery): Promise<AttemptResult> {
  const startedAt = new Date();
  const began = performance.now();
  const timings: Timings = {};
  const result: AttemptResult = {
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
  try {
    const headers = headersOf(deps.secrets, delivery, startedAt);
    const response = await timed(timings, () => post(deps, delivery, headers));
    const untilHeaders = performance.now() - began;
    timings.firstByteMs = Math.max(0, Math.round(untilHeaders) - openingMs(timings));
    Object.assign(result, judge(response, delivery.attempt));
    result.responseBody = await readStart(response.body, deps.readForMs);
  } catch (error) {
    if (isOwnTrouble(error) || error instanceof UnreadableSecretError) {
      Object.assign(result, {
        outcome: 'unsent',
        retryInSeconds: OWN_TROUBLE_SECONDS + Math.random() * OWN_TROUBLE_SPREAD,
      });
    } else result.error = failureCode(error);
  }
  const durationMs = Math.round(performance.now() - began);
  deps.onAttempt?.(result.outcome, durationMs / 1000);
  return { ...result, durationMs };
}

/** Resolves with the status line, or rejects after the time limit. */
function post(deps: SendDeps, { url, body }: ClaimedDelivery, headers: Headers): Promise<Dispatcher.ResponseData> {
  const { agent, answerWithinMs = ANSWER_WITHIN_MS } = deps;
  return withDeadline(answerWithinMs, undefined, (signal) =>
    request(url, { dispatcher: agent, method: 'POST', headers, body, signal }),
  );
}

type Headers = Record<string, string>;

function headersOf(secrets: SecretsBox, delivery: ClaimedDelivery, now: Date): Headers {
  const [secret = '', next] = openSecrets(secrets, delivery);
  const { body, eventId: id } = delivery;
  const timestamp = Math.floor(now.getTime() / 1000);
  const messageSignatures = [secret, ...(next === undefined ? [] : [next])].map((one) =>
    signMessage({ id, timestamp, body }, one),
  );
  return {
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
}

/** The secret was encrypted with another key. This is the operator's problem, not the receiver's. */
class UnreadableSecretError extends Error {}

function openSecrets(secrets: SecretsBox, { webhookId, sealedSecret, sealedNextSecret }: ClaimedDelivery): string[] {
  try {
    return [sealedSecret, ...(sealedNextSecret ? [sealedNextSecret] : [])].map((one) => secrets.open(one, webhookId));
  } catch (error) {
    throw new UnreadableSecretError('a webhook secret cannot be decrypted', { cause: error });
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

import { type Dispatcher, request } from 'undici';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { AttemptResult, ClaimedDelivery } from '../store/deliveries.ts';
import { retryDelay } from './schedule.ts';
import { signBody, signMessage } from './signature.ts';

const RESPONSE_SECONDS = 30;
const KEPT_BYTES = 16 * 1024;

export interface SendDeps {
  agent: Dispatcher;
  secrets: SecretsBox;
  /** Told of every attempt, for whoever counts them. */
  onAttempt?: (outcome: AttemptResult['outcome'], seconds: number) => void;
}

/** One attempt: signs, sends, and says what came back. Never throws: whatever happens is the attempt's outcome. */
export async function send({ agent, secrets, onAttempt }: SendDeps, delivery: ClaimedDelivery): Promise<AttemptResult> {
  const startedAt = new Date();
  const began = performance.now();
  const finish = (outcome: Partial<AttemptResult>): AttemptResult => {
    const durationMs = Math.round(performance.now() - began);
    onAttempt?.(outcome.outcome ?? 'failed', durationMs / 1000);
    return {
      delivery,
      startedAt,
      durationMs,
      outcome: 'failed',
      error: undefined,
      responseStatus: undefined,
      responseBody: undefined,
      retryInSeconds: outcome.outcome === 'succeeded' ? undefined : retryDelay(delivery.attempt, Math.random),
      ...outcome,
    };
  };
  try {
    const secret = secrets.open(delivery.sealedSecret, delivery.webhookId);
    const response = await request(delivery.url, {
      dispatcher: agent,
      method: 'POST',
      headers: headersOf(delivery, secret, startedAt),
      body: delivery.body,
      signal: AbortSignal.timeout(RESPONSE_SECONDS * 1000),
    });
    const responseBody = await readStart(response.body);
    const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
    return finish({
      outcome: isSuccess ? 'succeeded' : 'failed',
      error: isSuccess ? undefined : 'status',
      responseStatus: response.statusCode,
      responseBody,
    });
  } catch (error) {
    return finish({ error: errorCode(error) });
  }
}

function headersOf(delivery: ClaimedDelivery, secret: string, now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Visibility-Webhooks/1',
    'accept-encoding': 'identity',
    'x-service-signature': signBody(delivery.body, secret),
    'x-service-delivery': delivery.deliveryId,
    'x-service-attempt': String(delivery.attempt),
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signMessage({ id: delivery.eventId, timestamp, body: delivery.body }, secret),
  };
}

/** The first bytes of a response, for the log. The status line already decided; a body that drips or breaks does not. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), 2_000);
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= KEPT_BYTES) break;
    }
  } catch {
    // What arrived is kept.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '');
}

function errorCode(error: unknown): string {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'timeout';
  return code ?? cause?.code ?? 'failed';
}

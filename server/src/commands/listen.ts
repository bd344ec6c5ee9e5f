import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type Client,
  ConnectionError,
  type CreatedWebhook,
  createClient,
  EVENT_TYPES,
  INBOX_URL,
  parseEvent,
  type ReceivedRequest,
  VisibilityError,
  type WebhookEvent,
} from '@visibility/sdk';
import { withDeadline } from '../base/deadline.ts';
import { SetupError } from '../base/errors.ts';
import { parseUrl } from '../base/parse-url.ts';
import { isAlive } from '../store/embedded/cluster.ts';
import { type Call, oneOf } from './command.ts';
import { untilStopped } from './until-stopped.ts';

type ListenCall = Call<{ forward: string | undefined; event: string[]; json: boolean }>;

const WAIT_SECONDS = 50;
const PER_PAGE = 100;
const FORWARD_MS = 30_000;
const RECONNECT_MS = 2_000;
const HOUR_MS = 3_600_000;

/**
 * Registers a webhook to the built-in inbox of the sandbox, reads it until Ctrl-C, and deletes the webhook. The server
 * needs no way to reach this machine.
 */
export async function run({ config, environment, options }: ListenCall): Promise<undefined> {
  const forward = readForward(options.forward);
  const events = options.event.map((type) => oneOf('--event', type, EVENT_TYPES));
  const baseUrl = environment.VISIBILITY_URL ?? `http://localhost:${config.PORT}`;
  const client = openClient(baseUrl, environment.VISIBILITY_API_KEY);
  const stopping = new AbortController();
  const stopped = untilStopped({ isUnderNpm: false, out: process.stderr }).then(() => stopping.abort());
  const webhook = await subscribe(client, { events, secret: environment.WEBHOOK_SECRET }).catch((error) => {
    throw readable(error, baseUrl);
  });
  const secret = webhook.secret ?? environment.WEBHOOK_SECRET ?? '';
  greet(webhook, { baseUrl, forward });
  try {
    const show = (request: ReceivedRequest) => handle(request, { secret, forward, isJson: options.json });
    await Promise.race([follow(client, webhook.webhook_id, { show, signal: stopping.signal }), stopped]);
  } catch (error) {
    throw readable(error, baseUrl);
  } finally {
    await client.webhooks.delete(webhook.webhook_id).catch(() => undefined);
  }
}

function readForward(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl(text);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new SetupError(`--forward must be a URL such as http://localhost:3000/hook, not "${text}".`);
}

function openClient(baseUrl: string, apiKey: string | undefined): Client {
  if (!apiKey?.startsWith('svc_test_')) {
    throw new SetupError(
      'Set VISIBILITY_API_KEY to a test key with the write scope, such as the one printed by visibility start. Set VISIBILITY_URL to the URL of the server.',
    );
  }
  try {
    // A rate limit resets within an hour.
    return createClient({ baseUrl, apiKey, maxRetryDelayMs: HOUR_MS });
  } catch (error) {
    throw new SetupError(`VISIBILITY_URL and VISIBILITY_API_KEY: ${(error as Error).message}`);
  }
}

/** Also deletes webhooks of listeners on this machine that were killed. */
async function subscribe(
  client: Client,
  { events, secret }: { events: WebhookEvent['type'][]; secret: string | undefined },
): Promise<CreatedWebhook> {
  const ours = `visibility listen on ${hostname()}, process `;
  for await (const { webhook_id, description } of client.webhooks.iterate()) {
    const pid = description?.startsWith(ours) ? Number(description.slice(ours.length)) : undefined;
    if (pid && !isAlive(pid)) await client.webhooks.delete(webhook_id);
  }
  return client.webhooks.create({
    url: INBOX_URL,
    events: events.length > 0 ? events : [...EVENT_TYPES],
    description: `${ours}${process.pid}`,
    ...(secret ? { secret } : {}),
  });
}

function greet(webhook: CreatedWebhook, { baseUrl, forward }: { baseUrl: string; forward: string | undefined }): void {
  note(`Listening to the sandbox at ${baseUrl}${forward ? `, forwarding to ${forward}` : ''}. Ctrl-C stops.`);
  note(webhook.secret ? `Signing secret: ${webhook.secret}` : 'Signing secret: WEBHOOK_SECRET');
}

interface Following {
  show: (request: ReceivedRequest) => Promise<void>;
  signal: AbortSignal;
}

/** Reads the inbox in order. It continues when the server was restarted, and reports what it missed. */
async function follow(client: Client, webhookId: string, { show, signal }: Following): Promise<void> {
  let after = 0;
  while (!signal.aborted) {
    try {
      const query = { after, wait: WAIT_SECONDS, per_page: PER_PAGE };
      const { data } = await client.webhooks.inbox.list(webhookId, query, { signal });
      for (const request of data) {
        const missed = request.sequence - after - 1;
        if (missed > 0) note(`${missed} deliveries were removed from the inbox before they were read.`);
        await show(request);
        after = request.sequence;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConnectionError) && !(error instanceof ApiError && error.status >= 500)) throw error;
      note('The server is unreachable. Retrying …');
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

interface Handling {
  secret: string;
  forward: string | undefined;
  isJson: boolean;
}

async function handle(request: ReceivedRequest, { secret, forward, isJson }: Handling): Promise<void> {
  // The time is not checked: a computer that was asleep still gets everything.
  const options = { toleranceSeconds: Number.POSITIVE_INFINITY };
  const event = await parseEvent(request.body, request.headers, secret, options).catch(() => undefined);
  const sent = forward && event ? await passOn(request, forward) : undefined;
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ ...request, verified: event !== undefined, forwarded: sent ?? null })}\n`);
    return;
  }
  const parts = [
    request.received_at.slice(11, 19),
    request.type,
    request.event_id,
    event ? 'verified' : 'INVALID SIGNATURE',
    ...(sent === undefined ? [] : [`→ ${sent}`]),
    event ? subjectOf(event) : '',
  ];
  process.stdout.write(`${parts.filter(Boolean).join('  ')}\n`);
}

function subjectOf({ data }: WebhookEvent): string {
  if ('report_name' in data) return data.report_name;
  const name =
    'alert_name' in data ? `${data.alert_name}: ` : 'competitor_name' in data ? `${data.competitor_name}: ` : '';
  const change = 'change' in data ? ` ${data.previous_score} → ${data.new_score}` : '';
  return `${name}"${data.keyword}"${'platform' in data ? ` on ${data.platform}` : ''}${change}`;
}

/** Sends the same bytes with the same headers. Returns the status, or why there is none. */
async function passOn({ headers, body }: ReceivedRequest, url: string): Promise<string> {
  try {
    const response = await withDeadline(FORWARD_MS, undefined, (signal) =>
      fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }),
    );
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { name, cause } = error as Error;
    return name === 'TimeoutError' ? 'timeout' : ((cause as { code?: string })?.code ?? 'no connection');
  }
}

/** On stderr, so that the lines on stdout can be piped. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

function readable(error: unknown, baseUrl: string): unknown {
  if (error instanceof ApiError) return new SetupError(error.detail);
  if (error instanceof VisibilityError) return new SetupError(`Cannot use ${baseUrl}: ${error.message}`);
  return error;
}

import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createPrometheus, servePrometheus } from '../src/api/prometheus.ts';
import { dayOf } from '../src/base/time.ts';
import { queueEmail } from '../src/mail/outbox.ts';
import { sendMail } from '../src/mail/send.ts';
import { createSmtp } from '../src/mail/smtp.ts';
import { setOwnerEmail } from '../src/store/accounts/accounts.ts';
import { addReplyFacts } from '../src/store/counts/reply-facts.ts';
import { type Db, openDb, sql } from '../src/store/db.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startDoor } from './support/door.ts';
import { startMailServer } from './support/mail-server.ts';
import { startReceiver } from './support/receiver.ts';
import { freePort } from './support/server-process.ts';
import { givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db, url } = useDatabase();
const https = await startReceiver();
const machine = { dataDir: tmpdir(), backedUpAt: () => new Date(Date.now() - 60_000), baseUrl: https.url };
const prometheus = createPrometheus(db, { machine });
afterAll(() => https[Symbol.asyncDispose]());
const server = useApp(db, { onResponse: prometheus.countResponse });
const { deps } = server;

/** Asks as Prometheus does, and gives each series with its value: `name{label="value"}`. */
async function scrape(of = prometheus): Promise<Map<string, number>> {
  const port = await freePort();
  const stop = await servePrometheus(of, '127.0.0.1', port);
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  } finally {
    await stop();
  }
}

async function givenTraffic() {
  await using receiver = await startReceiver();
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const workspaceId = account.workspaces.test;
  const webhookId = await givenWebhook(server, key, { url: receiver.url });
  const sender = {
    ...deps,
    agent: createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca }),
    onAttempt: prometheus.countAttempt,
  };
  const deliver = async (count: number) => {
    await publishIn(deps, workspaceId, Array.from({ length: count }, visibilityChanged));
    while ((await deliverDue(sender)) > 0);
  };
  await deliver(3);
  receiver.status = 500;
  await deliver(2);
  // A platform that no longer reports its usage.
  const today = dayOf(new Date());
  await db.transaction((tx) =>
    addReplyFacts(tx, workspaceId, [{ platform: 'claude', day: today, fact: 'missing_usage usage', count: 3 }]),
  );
  await db.query(
    sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at,
                               waits_for, waits_since)
        values (${webhookId}, ${account.workspaces.live}, 'kw', 'prm', 'grok', '2026-01-01', 0, now() + interval '5 minutes',
                'unauthorized', now())`,
  );
  return { account, key, workspaceId, webhookId };
}

test('what was delivered, requested and mailed is counted, and what waits is read from the database', async () => {
  const { account, key, webhookId, workspaceId } = await givenTraffic();
  await call(server, '/api/v1/webhooks/unknown-to-us', { key });
  await call(server, '/api/v1/keywords', { key });

  // Two deliveries are late, one is held, one was cancelled, and two other webhooks rest or are disabled.
  await publishIn(deps, workspaceId, Array.from({ length: 4 }, visibilityChanged));
  await db.query(sql`update deliveries set next_attempt_at = now() - interval '100 seconds' where attempt_count = 0`);
  const [resting, disabled] = await Promise.all(
    ['a', 'b'].map((name) =>
      givenWebhook(server, key, { url: `https://example.com/${name}`, events: ['report.ready'] }),
    ),
  );
  await db.query(
    sql`update webhook_lanes set paused_until = now() + interval '5 minutes' where webhook_id = ${resting}`,
  );
  await db.query(sql`update webhook_lanes set paused_until = 'infinity' where webhook_id = ${disabled}`);
  for (const status of ['held', 'cancelled']) {
    await db.query(
      sql`update deliveries
          set status = ${status}
          where delivery_id in (
            select delivery_id from deliveries where webhook_id = ${webhookId} and attempt_count = 0 and status = 'pending' limit 1)`,
    );
  }

  // One email is sent, one refused, one waits.
  await using mail = await startMailServer();
  await setOwnerEmail(db, account.accountId, 'owner@customer.example');
  const smtp = createSmtp({ url: mail.url, from: 'alerts@service.example', ca: mail.ca });
  const queue = (fact: string) =>
    db.transaction((tx) => queueEmail(tx, account.accountId, { fact, subject: fact, body: fact }));
  const send = () => sendMail({ db, smtp, baseUrl: deps.baseUrl, onEmail: prometheus.countEmail });
  await queue('sent');
  await send();
  mail.atRecipient = { code: 550, says: 'no' };
  await queue('refused');
  await send();
  await queue('waits');

  const found = await scrape();
  const value = (series: string) => found.get(`visibility_${series}`);
  expect(value('delivery_attempts_total{outcome="succeeded"}')).toBe(3);
  expect(value('delivery_attempts_total{outcome="failed"}')).toBe(2);
  expect(value('delivery_attempt_seconds_count{outcome="succeeded"}')).toBe(3);
  expect(value('delivery_attempt_seconds_bucket{le="30",outcome="failed"}')).toBe(2);
  expect(value('queue_due{queue="deliveries"}')).toBe(2);
  expect(value('queue_oldest_seconds{queue="deliveries"}')).toBeGreaterThanOrEqual(100);
  expect(value('queue_oldest_seconds{queue="deliveries"}')).toBeLessThan(200);
  expect([value('deliveries_held'), value('deliveries_cancelled')]).toEqual([1, 1]);
  expect([value('lanes_paused'), value('lanes_disabled')]).toEqual([1, 1]);
  expect(value('queue_due{queue="mail"}')).toBe(1);
  expect(value('mail_failed')).toBe(1);
  expect(value('mail_tries_total{result="sent"}')).toBe(1);
  expect(value('mail_tries_total{result="refused"}')).toBe(1);
  expect(value('queue_due{queue="questions"}')).toBe(0);
  expect(value('http_request_seconds_count{method="GET",route="/api/v1/keywords",status="200"}')).toBe(1);
  expect(value('database_up')).toBe(1);
  expect(value('database_connections{state="in_use"}')).toBeGreaterThanOrEqual(0);
  expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(value('prompts_waiting{platform="grok",reason="unauthorized",key="installation"}')).toBe(1);
  expect([value('deliveries_unsent'), value('workers'), value('clock_skew_seconds')]).toEqual([0, 0, 0]);
  expect(value('backup_age_seconds')).toBeGreaterThanOrEqual(60);
  expect(value('data_free_bytes')).toBeLessThanOrEqual(value('data_size_bytes') ?? 0);
  expect(value('certificate_expires_seconds')).toBeGreaterThan(0);
  expect(value('database_size_bytes')).toBeGreaterThan(1_000_000);
});

test('a delivery whose sender died counts as late, one whose receiver is busy or rests does not', async () => {
  const oldest = async () => (await scrape()).get('visibility_queue_oldest_seconds{queue="deliveries"}');
  await db.query(sql`update deliveries set status = 'cancelled'`);
  const { workspaceId, webhookId } = await givenTraffic();
  expect(await oldest()).toBe(0);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await db.query(sql`update deliveries set next_attempt_at = now() - interval '1 hour' where attempt_count = 0`);
  expect(await oldest()).toBeGreaterThanOrEqual(3_600);

  await db.query(sql`update webhook_lanes set in_flight = cap where webhook_id = ${webhookId}`);
  expect(await oldest()).toBe(0);
  await db.query(
    sql`update webhook_lanes set in_flight = 0, paused_until = now() + interval '1 minute' where webhook_id = ${webhookId}`,
  );
  expect(await oldest()).toBe(0);
  await db.query(
    sql`update deliveries set leased_at = now() - interval '2 hours' where attempt_count = 0 and status = 'pending'`,
  );
  expect(await oldest()).toBeGreaterThanOrEqual(7_200);
});

test('a question of a live workspace that nobody asks is late; those of a sandbox do not count', async () => {
  const { workspaces } = await givenAccount(deps);
  const insert = (workspaceId: string, seconds: number) =>
    db.query(
      sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at)
          values (${workspaceId}, ${workspaceId}, 'kw', 'prm', 'chatgpt', '2026-01-01', 0, now() - make_interval(secs => ${seconds}))`,
    );
  await insert(workspaces.test, 90_000);
  await insert(workspaces.live, 5_000);
  const found = await scrape();
  expect(found.get('visibility_queue_due{queue="questions"}')).toBe(1);
  expect(found.get('visibility_queue_oldest_seconds{queue="questions"}')).toBeGreaterThanOrEqual(5_000);
  expect(found.get('visibility_queue_oldest_seconds{queue="questions"}')).toBeLessThan(90_000);
});

test('prompts that wait for a budget, for a key or for their last attempt are not the operator’s late work', async () => {
  await db.query(sql`delete from questions`);
  const { workspaces } = await givenAccount(deps);
  await db.query(
    sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at, tries)
        values ('qst_nokey', ${workspaces.live}, 'kw', 'prm', 'grok', '2026-01-01', 0, now() - interval '2 hours', 0),
               ('qst_tried', ${workspaces.live}, 'kw', 'prm', 'claude', '2026-01-01', 0, now() - interval '2 hours', 8)`,
  );
  const late = async (everywhere?: string[]) =>
    (await scrape(createPrometheus(db, { everywhere }))).get('visibility_queue_oldest_seconds{queue="questions"}');
  expect(await late(['claude'])).toBe(0);
  expect(await late(['claude', 'grok'])).toBeGreaterThanOrEqual(7_200);
});

test('while the database is away a scrape says so, and still tells what the process did', async () => {
  const door = await startDoor(url);
  const behind = openDb({ url: door.url });
  const watched = createPrometheus(behind);
  watched.countAttempt({ outcome: 'failed', durationMs: 500 });
  expect((await scrape(watched)).get('visibility_database_up')).toBe(1);
  door.close();
  const away = await scrape(watched);
  expect(away.get('visibility_database_up')).toBe(0);
  expect(away.get('visibility_delivery_attempts_total{outcome="failed"}')).toBe(1);
  expect(
    [...away.keys()].filter((series) =>
      /queue|held|cancelled|lanes|mail_failed|prompts_waiting|deliveries_unsent|workers/.test(series),
    ),
  ).toEqual([]);
  door.open();
  expect((await scrape(watched)).get('visibility_database_up')).toBe(1);
  await behind.close();
});

test('those who ask at the same time share one look into the database', async () => {
  let looks = 0;
  const counting: Db = {
    ...db,
    transaction: (work) => {
      looks++;
      return db.transaction(work);
    },
  };
  const watched = createPrometheus(counting);
  const texts = await Promise.all(Array.from({ length: 20 }, () => watched.text()));
  expect(texts.every((text) => text.includes('visibility_queue_due'))).toBe(true);
  expect(looks).toBe(1);
});

const namesIn = (series: Iterable<string>) => new Set([...series].map((one) => one.replace(/\{.*/, '')));
const document = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test('docs/monitoring.md names every metric of ours, and none that there is not', async () => {
  await givenTraffic();
  const families = [...namesIn((await scrape()).keys())].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const ours = [...new Set(families.filter((name) => name.startsWith('visibility_')))].sort();
  const rows = [...document('monitoring.md').matchAll(/`(visibility_\w+)`/g)].map(([, name]) => name);
  expect(rows.sort()).toEqual(ours);
  const others = [...document('monitoring.md').matchAll(/`((?:nodejs|process)_\w+)`/g)].map(([, name]) => name ?? '');
  expect(others.filter((name) => !families.includes(name))).toEqual([]);
});

test('every metric and label in the example alert rules exists in a real scrape', async () => {
  const { key } = await givenTraffic();
  await call(server, '/api/v1/keywords', { key });
  const series = [...(await scrape()).keys()];
  const { groups } = parse(document('prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(8);
  for (const { alert, expr, annotations } of rules) {
    expect(alert).toMatch(/^Visibility[A-Za-z]+$/);
    expect(annotations.summary).toMatch(/[.?]$/);
    // Prometheus makes `up` itself.
    const missing = /\bup\b/.test(expr) ? [] : missingIn(series, expr);
    expect([...problemsOf(expr), ...missing]).toEqual([]);
  }
});

test('every metric and label of the Grafana dashboard exists in a real scrape', async () => {
  const { key } = await givenTraffic();
  await call(server, '/api/v1/keywords', { key });
  const series = [...(await scrape()).keys()];
  const { panels } = JSON.parse(document('grafana-dashboard.json')) as { panels: Panel[] };
  expect(panels.length).toBeGreaterThan(10);
  for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets)) {
    const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [];
    expect([...problemsOf(expr, grouped), ...missingIn(series, expr, grouped)]).toEqual([]);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    expect(shown.filter((label) => !grouped.includes(label ?? ''))).toEqual([]);
  }
});

interface Panel {
  targets: { expr: string; legendFormat: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
}

/** Words of an expression that are neither a metric nor of the language, and brackets that do not match. */
function problemsOf(expr: string, labels: string[] = []): string[] {
  const known =
    /^(sum|min|max|rate|increase|histogram_quantile|absent|up|by|le|instance|platform|key|and|\d+[mh]|(visibility|nodejs|process)_\w+)$/;
  const bare = expr.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}/g, '');
  const words = (bare.match(/[A-Za-z_]\w*|\d+[a-z]+/g) ?? []).filter(
    (word) => !known.test(word) && !labels.includes(word),
  );
  const depth = [...bare].reduce(
    (open, character) => open + ('(['.includes(character) ? 1 : ')]'.includes(character) ? -1 : 0),
    0,
  );
  return depth === 0 ? words : [...words, 'brackets'];
}

/** Selectors of an expression that match no series, grouped by these labels (`instance` is added by Prometheus). */
function missingIn(series: string[], expr: string, labels: string[] = []): string[] {
  const selectors = [...expr.matchAll(/\b((?:visibility|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
  const grouped = labels.filter((label) => label !== 'instance').map((label) => `,${label}=~""`);
  const missing = selectors.filter(
    ([, name, matchers]) => !hasSeries(series, name ?? '', `${matchers}${grouped.join('')}`),
  );
  return selectors.length > 0 ? missing.map(([selector]) => selector) : [expr];
}

/** Whether a series of this name has these labels; a value matched by a pattern need not have occurred yet. */
function hasSeries(series: string[], name: string, matchers: string): boolean {
  const wanted = [...matchers.matchAll(/(\w+)(=~|=)"([^"]*)"/g)];
  return series.some(
    (one) =>
      one.replace(/\{.*/, '') === name &&
      wanted.every(([, label, operator, text]) => one.includes(operator === '=' ? `${label}="${text}"` : `${label}="`)),
  );
}

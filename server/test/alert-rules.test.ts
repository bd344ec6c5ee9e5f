import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createPrometheus } from '../src/api/prometheus.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const RULES = fileURLToPath(new URL('../../docs/prometheus-alerts.yml', import.meta.url));

const isMissing = spawnSync('promtool', ['--version']).error !== undefined;
const SKIPPED = 'promtool is missing, so the alert rules are NOT tested. Install it: apt-get install prometheus';
if (isMissing) process.stderr.write(`\n  SKIPPED: ${SKIPPED}\n\n`);

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: { summary: string };
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Case {
  /** A minute at which the alert fires, and the series until then. */
  fires: Record<string, string>;
  at: number;
  /** The labels that the alert keeps, and the value in its summary. */
  labels?: Record<string, string>;
  value?: string;
  /** Series at which it must stay silent at the same minute. */
  quiet: Record<string, string>;
}

const PROCESS = { instance: 'one' };
const ATTEMPTS = 'visibility_delivery_attempts_total';
const SECONDS = 'visibility_http_request_seconds';

const CASES: Record<string, Case> = {
  VisibilityDown: {
    fires: { 'up{job="visibility",instance="one"}': '1x5 0x10' },
    at: 10,
    labels: { ...PROCESS, job: 'visibility' },
    quiet: { 'up{job="visibility",instance="one"}': '1x20' },
  },
  VisibilityGone: {
    fires: { 'up{job="other"}': '1x20' },
    at: 10,
    labels: { job: 'visibility' },
    quiet: { 'up{job="visibility"}': '0x20' },
  },
  VisibilityNoWorker: {
    fires: { visibility_workers: '2x5 0x20' },
    at: 15,
    quiet: { visibility_workers: '1x5 0x2 1x20' },
  },
  VisibilityDatabaseDown: {
    fires: { 'visibility_database_up{instance="one"}': '1x5 0x20' },
    at: 10,
    labels: PROCESS,
    quiet: { 'visibility_database_up{instance="one"}': '1x5 0x1 1x20' },
  },
  VisibilityWebhooksLate: {
    fires: { 'visibility_queue_oldest_seconds{queue="deliveries"}': '360x20' },
    at: 10,
    value: '6m 0s',
    quiet: {
      'visibility_queue_oldest_seconds{queue="deliveries"}': '60x20',
      'visibility_queue_oldest_seconds{queue="mail"}': '360x20',
    },
  },
  VisibilityDeliveriesUnsent: {
    fires: { visibility_deliveries_unsent: '775x20' },
    at: 10,
    value: '775',
    quiet: { visibility_deliveries_unsent: '0x5 3x2 0x20' },
  },
  VisibilityPromptsLate: {
    fires: { 'visibility_queue_oldest_seconds{queue="questions"}': '7200x30' },
    at: 20,
    value: '2h 0m 0s',
    quiet: {
      'visibility_queue_oldest_seconds{queue="questions"}': '600x30',
      // One customer's used-up budget or limit.
      'visibility_prompts_waiting{platform="claude",reason="http_429",key="workspace"}': '500x30',
    },
  },
  VisibilityDeliveriesFailing: {
    fires: { [`${ATTEMPTS}{outcome="failed"}`]: '0+30x60', [`${ATTEMPTS}{outcome="succeeded"}`]: '0+10x60' },
    at: 40,
    quiet: { [`${ATTEMPTS}{outcome="failed"}`]: '0+10x60', [`${ATTEMPTS}{outcome="succeeded"}`]: '0+30x60' },
  },
  VisibilityReceiversSlow: {
    fires: {
      'visibility_delivery_attempt_seconds_bucket{outcome="succeeded",le="10"}': '0+5x90',
      'visibility_delivery_attempt_seconds_bucket{outcome="succeeded",le="+Inf"}': '0+10x90',
      'visibility_delivery_attempt_seconds_bucket{outcome="succeeded",le="20"}': '0+10x90',
    },
    at: 60,
    quiet: {
      'visibility_delivery_attempt_seconds_bucket{outcome="succeeded",le="10"}': '0+10x90',
      'visibility_delivery_attempt_seconds_bucket{outcome="succeeded",le="20"}': '0+10x90',
      'visibility_delivery_attempt_seconds_bucket{outcome="succeeded",le="+Inf"}': '0+10x90',
    },
  },
  VisibilityDeliveriesHeld: {
    fires: { visibility_deliveries_held: '1200x90' },
    at: 80,
    value: '1200',
    quiet: { visibility_deliveries_held: '900x90' },
  },
  VisibilityMailLate: {
    fires: { 'visibility_queue_oldest_seconds{queue="mail"}': '7260x30' },
    at: 20,
    value: '2h 1m 0s',
    quiet: { 'visibility_queue_oldest_seconds{queue="mail"}': '7000x30' },
  },
  VisibilityMailRefused: {
    fires: { 'visibility_mail_tries_total{result="refused"}': '0x5 1x20' },
    at: 10,
    quiet: { 'visibility_mail_tries_total{result="refused"}': '4x30' },
  },
  VisibilityRequestsFailing: {
    fires: { [`${SECONDS}_count{status="503"}`]: '0+5x40', [`${SECONDS}_count{status="200"}`]: '0+100x40' },
    at: 30,
    quiet: { [`${SECONDS}_count{status="404"}`]: '0+50x40', [`${SECONDS}_count{status="200"}`]: '0+100x40' },
  },
  VisibilityRequestsSlow: {
    fires: {
      [`${SECONDS}_bucket{route="/api/v1/keywords",le="1"}`]: '0+50x60',
      [`${SECONDS}_bucket{route="/api/v1/keywords",le="2.5"}`]: '0+100x60',
      [`${SECONDS}_bucket{route="/api/v1/keywords",le="+Inf"}`]: '0+100x60',
    },
    at: 40,
    quiet: {
      [`${SECONDS}_bucket{route="/api/v1/keywords",le="1"}`]: '0+100x60',
      [`${SECONDS}_bucket{route="/api/v1/keywords",le="+Inf"}`]: '0+100x60',
    },
  },
  VisibilityConnectionsShort: {
    fires: { 'visibility_database_connections{state="waiting",instance="one"}': '3x20' },
    at: 10,
    labels: { ...PROCESS, state: 'waiting' },
    // A process that was just started waits for its first connections.
    quiet: { 'visibility_database_connections{state="waiting",instance="one"}': '_x8 3x20' },
  },
  VisibilityProcessBusy: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{instance="one"}': '0.8x30' },
    at: 20,
    labels: PROCESS,
    quiet: { 'nodejs_eventloop_lag_p99_seconds{instance="one"}': '0.1x30' },
  },
  VisibilityPlatformChanged: {
    fires: { 'visibility_platform_reply_signal{platform="claude",kind="missing_usage"}': '3x90' },
    at: 80,
    quiet: { 'visibility_platform_reply_signal{platform="claude",kind="missing_usage"}': '0x90' },
  },
  VisibilityKeyRejected: {
    fires: {
      'visibility_prompts_waiting{platform="claude",reason="unauthorized",key="workspace",instance="one"}': '40x30',
      'visibility_prompts_waiting{platform="claude",reason="unauthorized",key="workspace",instance="two"}': '40x30',
    },
    at: 20,
    labels: { platform: 'claude' },
    value: '40',
    quiet: { 'visibility_prompts_waiting{platform="claude",reason="http_429",key="workspace"}': '40x30' },
  },
  VisibilityBackupOld: {
    fires: { visibility_backup_age_seconds: '691200x90' },
    at: 80,
    value: '8d 0h 0m 0s',
    quiet: { visibility_backup_age_seconds: '86400x90' },
  },
  VisibilityDiskFull: {
    fires: {
      'visibility_data_free_bytes{instance="one"}': '5000000000x30',
      'visibility_data_size_bytes{instance="one"}': '100000000000x30',
    },
    at: 20,
    labels: PROCESS,
    value: '5%',
    quiet: {
      'visibility_data_free_bytes{instance="one"}': '50000000000x30',
      'visibility_data_size_bytes{instance="one"}': '1000000000000x30',
    },
  },
  VisibilityClockSkewed: {
    fires: { 'visibility_clock_skew_seconds{instance="one"}': '7200x20' },
    at: 10,
    labels: PROCESS,
    value: '2h 0m 0s',
    quiet: { 'visibility_clock_skew_seconds{instance="one"}': '0.4x20' },
  },
  VisibilityCertificateExpiring: {
    fires: { visibility_certificate_expires_seconds: '864000x90' },
    at: 80,
    value: '10d 0h 0m 0s',
    quiet: { visibility_certificate_expires_seconds: '5184000x90' },
  },
};

function run(args: string[], input?: string): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
}

/** The tests in the format of `promtool test rules`. */
function testOf(
  rule: Rule,
  { at, labels = {}, value = '' }: Case,
  { series, fires }: { series: Case['quiet']; fires: boolean },
) {
  const summary = rule.annotations.summary
    .replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')
    .replace(/\{\{ \$value.*?\}\}/g, value);
  const alert = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: { summary } };
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    alert_rule_test: [{ eval_time: `${at}m`, alertname: rule.alert, exp_alerts: fires ? [alert] : [] }],
  };
}

test('every alert rule has a series that must fire and one that must not', () => {
  expect(Object.keys(CASES).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  for (const { fires, quiet } of Object.values(CASES)) {
    expect(Object.keys(fires).length).toBeGreaterThan(0);
    expect(Object.keys(quiet).length).toBeGreaterThan(0);
  }
});

test.for(rules.map((rule) => [rule.alert, rule] as const))(
  '%s fires when it must, and only then',
  ([alert, rule], { skip }) => {
    skip(isMissing, SKIPPED);
    const one = CASES[alert] ?? expect.fail(`no case for ${alert}`);
    const folder = mkdtempSync(join(tmpdir(), 'visibility rules '));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const tests = [
      testOf(rule, one, { series: one.fires, fires: true }),
      testOf(rule, one, { series: one.quiet, fires: false }),
    ];
    const file = join(folder, 'rules.test.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    expect(run(['test', 'rules', file])).toMatchObject({ status: 0 });
  },
);

test('promtool has no complaint about the metrics or the rules', async ({ skip }) => {
  skip(isMissing, SKIPPED);
  const machine = { dataDir: tmpdir(), backedUpAt: () => new Date(), baseUrl: 'http://localhost' };
  const text = await createPrometheus(db, { machine }).text();
  expect(run(['check', 'metrics'], text)).toEqual({ status: 0, text: '' });
  execFileSync('promtool', ['check', 'rules', RULES]);
});

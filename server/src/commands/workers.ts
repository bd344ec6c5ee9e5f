import { setMaxListeners } from 'node:events';
import { digestDue } from '../alerts/digest.ts';
import { forgetOldRequests } from '../api/idempotency.ts';
import { type LoopOptions, loop } from '../base/loop.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { sealDue } from '../events/seal.ts';
import { type MailDeps, sendMail, tidyMail } from '../mail/send.ts';
import type { Smtp } from '../mail/smtp.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { askInLanes } from '../measure/ask-lanes.ts';
import { warnOperator } from '../measure/warn-operator.ts';
import { planDue } from '../measure/worker.ts';
import { loadReportFile } from '../reports/file.ts';
import { makeDueReport, type ReportDeps } from '../reports/worker.ts';
import { type OnProgress, seedSandboxes } from '../sandbox/seed.ts';
import type { Limits } from '../store/retention/limits.ts';
import { COPY_MS } from '../store/retention/return-space.ts';
import { removeOldData } from '../store/retention/sweep.ts';
import { makeSums } from '../store/sums/make.ts';
import { analyzeNewTables } from '../store/system/analyze-tables.ts';
import { listen } from '../store/system/listen.ts';
import { newerVersionProblem } from '../store/system/migrate.ts';
import { DELIVERIES_CHANNEL } from '../store/webhooks/lanes.ts';
import { sweepDeliveries } from '../store/webhooks/sweep.ts';
import { renewReadings, rereadDue } from '../subject/reread.ts';
import type { AddressRule } from '../webhooks/address.ts';
import { createWebhookAgent } from '../webhooks/agent.ts';
import { type DeliveryRun, runDeliveries } from '../webhooks/deliver.ts';
import { proveGuard } from '../webhooks/self-test.ts';
import type { SendDeps } from '../webhooks/send.ts';

export interface WorkerDeps extends MeasureDeps, ReportDeps {
  secrets: SecretsBox;
  addresses: AddressRule;
  /** Undefined: emails stay queued until there is a mail server. */
  smtp: Smtp | undefined;
  onEmail?: MailDeps['onEmail'];
  onAttempt?: SendDeps['onAttempt'];
  /** Notifies workers that something is due. */
  databaseUrl: string;
  /** Who is warned about changed platforms. */
  operatorEmail?: string | undefined;
  /** How many days to keep events and deliveries. */
  keepDays: number;
  /** How many days to keep raw replies, texts and findings. */
  keep: Limits;
  /** Called with the reason when this process must not go on. */
  onUnfit: (reason: string) => void;
}

// Work in progress may take this long when the server stops. After that, its leases expire and the next start continues
// it.
const DRAIN_MS = 10_000;
/** An answer is paid for when it is asked for, so it is waited for longer. */
const ANSWERS_DRAIN_MS = 25_000;
const JOBS_AT_MOST = 50;
const HOUR_MS = 3_600_000;
const SWEEP_EVERY_MS = 60_000;
const SUMS_EVERY_MS = 60_000;
const SEAL_EVERY_MS = 60_000;
const VERSION_EVERY_MS = 5_000;
const RETENTION_EVERY_MS = 600_000;

/** Starts all background jobs. Returns a function that stops them after the current passes. */
export async function startWorkers(deps: WorkerDeps, onProgress: OnProgress): Promise<() => Promise<void>> {
  const agent = createWebhookAgent(deps);
  await proveGuard(agent, deps.addresses);
  await renewReadings(deps.db);
  const stopping = new AbortController();
  const [givingUp, givingUpAnswers] = [new AbortController(), new AbortController()];
  const { signal } = stopping;
  // Every job listens to it. More than ten listeners would be reported as a leak.
  setMaxListeners(JOBS_AT_MOST, signal);
  const named = (job: string) => ({
    job,
    signal,
    onError: (error: unknown) => deps.log.error({ err: error, job }, 'a pass failed and will be retried'),
  });
  let wake = () => {};
  const onDue = (wakeUp: () => void) => {
    wake = wakeUp;
  };
  const lanes = askInLanes(deps, { giveUp: givingUpAnswers.signal, onError: named('ask').onError });
  const jobs = [
    loop(() => seedSandboxes(deps, onProgress, signal), { idleMs: 2_000, ...named('sandbox') }),
    loop(() => rereadDue(deps.db, signal), { idleMs: 2_000, ...named('reread') }),
    loop(() => makeSums(deps.db, signal), { idleMs: SUMS_EVERY_MS, ...named('sums') }),
    loop(() => planDue(deps), { idleMs: 5_000, ...named('plan') }),
    loop(lanes.pass, { idleMs: 1_000, ...named('ask') }).then(lanes.ended),
    loop(() => makeDueReport(deps), { idleMs: 2_000, ...named('reports') }),
    loop(() => forgetOldRequests(deps.db), { idleMs: HOUR_MS, ...named('idempotency keys') }),
    ...mailJobs(deps, { ...named('mail'), giveUp: givingUp.signal }),
    ...(deps.operatorEmail === undefined ? [] : [warning(deps, deps.operatorEmail, named('warn'))]),
    loop(() => digestDue(deps.db), { idleMs: 60_000, ...named('digest') }),
    runDeliveries({ ...deps, agent }, { ...named('deliver'), giveUp: givingUp.signal, onDue }),
    loop(() => sweepDeliveries(deps.db, deps), { idleMs: SWEEP_EVERY_MS, ...named('sweep') }),
    loop(() => removeOldData({ ...deps, copyMs: COPY_MS }, signal), {
      idleMs: RETENTION_EVERY_MS,
      ...named('retention'),
    }),
    loop(() => sealDue(deps.db, deps), { idleMs: SEAL_EVERY_MS, ...named('seal') }),
    loop(() => checkVersion(deps), { idleMs: VERSION_EVERY_MS, ...named('version') }),
    loop(() => analyzeNewTables(deps.db), { idleMs: 10_000, ...named('statistics') }),
    listen(deps.databaseUrl, { channel: DELIVERIES_CHANNEL, onNotify: () => wake(), ...named('listen') }),
  ];
  return async () => {
    stopping.abort();
    const patience = setTimeout(() => givingUp.abort(), DRAIN_MS);
    const longer = setTimeout(() => givingUpAnswers.abort(), ANSWERS_DRAIN_MS);
    givingUp.signal.addEventListener('abort', () => void agent.destroy());
    await Promise.all(jobs);
    clearTimeout(patience);
    clearTimeout(longer);
    await agent.destroy();
  };
}

function warning({ db }: WorkerDeps, email: string, options: Pick<LoopOptions, 'job' | 'signal' | 'onError'>) {
  return loop(() => warnOperator(db, { email, now: new Date() }), { idleMs: HOUR_MS, ...options });
}

/** The work of an old version would fail, or be wrong, on the tables of a newer one. */
async function checkVersion({ db, onUnfit }: WorkerDeps): Promise<number> {
  const problem = await newerVersionProblem(db);
  if (problem !== undefined) onUnfit(problem);
  return 0;
}

const TIDY_EVERY_MS = 600_000;

type MailRun = Pick<LoopOptions, 'job' | 'signal' | 'onError'> & Pick<DeliveryRun, 'giveUp'>;

function mailJobs({ smtp, ...deps }: WorkerDeps, { giveUp, ...options }: MailRun): Promise<void>[] {
  const tidying = loop(() => tidyMail(deps.db), { idleMs: TIDY_EVERY_MS, ...options });
  if (!smtp) return [tidying];
  const loadAttachment: MailDeps['loadAttachment'] = ({ reportId }, accountId) =>
    loadReportFile(deps.db, { reportId, accountId });
  const emails = { ...deps, smtp, giveUp, loadAttachment };
  return [tidying, loop(() => sendMail(emails), { idleMs: 5_000, ...options })];
}

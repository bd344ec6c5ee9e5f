import { loop } from '../base/loop.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { MeasureDeps } from '../measure/measure.ts';
import { rereadDue } from '../measure/reread.ts';
import { askDue, planDue } from '../measure/worker.ts';
import { makeDueReport, type ReportDeps } from '../reports/worker.ts';
import { type OnProgress, seedSandboxes } from '../sandbox/seed.ts';
import type { AddressRule } from '../webhooks/address.ts';
import { createWebhookAgent } from '../webhooks/agent.ts';
import { runDeliveries } from '../webhooks/deliver.ts';

export interface WorkerDeps extends MeasureDeps, ReportDeps {
  secrets: SecretsBox;
  addresses: AddressRule;
}

// What is under way when the server stops may take this long; after that the leases hand it to the next start.
const DRAIN_MS = 10_000;

/** Starts everything that works on its own; gives back how to stop it when the passes under way have finished. */
export function startWorkers(deps: WorkerDeps, onProgress: OnProgress): () => Promise<void> {
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const { signal } = stopping;
  const named = (job: string) => (error: unknown) =>
    deps.log.error({ err: error, job }, 'a pass failed and is tried again');
  const agent = createWebhookAgent(deps);
  const jobs = [
    loop(() => seedSandboxes(deps, onProgress, signal), { idleMs: 2_000, signal, onError: named('sandbox') }),
    loop(() => rereadDue(deps.db, signal), { idleMs: 2_000, signal, onError: named('reread') }),
    loop(() => planDue(deps), { idleMs: 5_000, signal, onError: named('plan') }),
    loop(async () => (await askDue(deps)).questions, { idleMs: 1_000, signal, onError: named('ask') }),
    loop(() => makeDueReport(deps), { idleMs: 2_000, signal, onError: named('reports') }),
    runDeliveries({ ...deps, agent }, { signal, giveUp: givingUp.signal, onError: named('deliver') }),
  ];
  return async () => {
    stopping.abort();
    const patience = setTimeout(() => givingUp.abort(), DRAIN_MS);
    givingUp.signal.addEventListener('abort', () => void agent.destroy());
    await Promise.all(jobs);
    clearTimeout(patience);
    await agent.destroy();
  };
}

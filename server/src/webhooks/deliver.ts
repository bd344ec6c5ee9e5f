import { setTimeout as sleep } from 'node:timers/promises';
import { loop } from '../base/loop.ts';
import { webhookDisabledLetter } from '../mail/letters.ts';
import { queueLetter } from '../mail/outbox.ts';
import type { Db } from '../store/db.ts';
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDeliveries,
  completeDeliveries,
  disableWebhook,
  reapDeliveries,
} from '../store/deliveries.ts';
import { type SendDeps, send } from './send.ts';

export interface DeliveryDeps extends SendDeps {
  db: Db;
}

const LANES = 32;
const PER_LANE = 8;
const MOST_IN_FLIGHT = 256;
// Longer than the 30 s a receiver may take; what a process that dies had taken is due again after it.
const LEASE_SECONDS = 45;
const REAP_EVERY_MS = 5_000;

/** Sends what is due, waits for the outcome and writes it down. Says how much that was. */
export async function deliverDue(deps: DeliveryDeps): Promise<number> {
  const deliveries = await claimDue(deps.db);
  await record(deps.db, await Promise.all(deliveries.map((delivery) => send(deps, delivery))));
  return deliveries.length;
}

export interface DeliveryRun {
  signal: AbortSignal;
  /** Set when the patience with what is under way is over: its outcome is then nobody's fault, and is not written down. */
  giveUp: AbortSignal;
  onError: (error: unknown) => void;
}

/** Delivers until stopped; a receiver that is slow to answer holds up nobody else. Resolves when all is written down. */
export async function runDeliveries(deps: DeliveryDeps, { signal, giveUp, onError }: DeliveryRun): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  let finished: AttemptResult[] = [];
  const start = (delivery: ClaimedDelivery) => {
    const one = send(deps, delivery).then((result) => {
      if (!giveUp.aborted) finished.push(result);
      inFlight.delete(one);
    });
    inFlight.add(one);
  };
  const writeDown = async () => {
    const results = finished;
    finished = [];
    try {
      await record(deps.db, results);
    } catch (error) {
      // Kept for the next pass: what was received must not be sent again because the database was away.
      finished = [...results, ...finished];
      throw error;
    }
    return results.length;
  };
  const pass = async () => {
    const written = await writeDown();
    const claimed = inFlight.size < MOST_IN_FLIGHT ? await claimDue(deps.db) : [];
    claimed.forEach(start);
    // While something is under way, look again soon: outcomes are written down in batches of this many milliseconds.
    if (claimed.length === 0 && inFlight.size > 0) await Promise.race([sleep(20), ...inFlight]);
    return written + claimed.length + inFlight.size;
  };
  await Promise.all([
    loop(pass, { idleMs: 250, signal, onError }),
    loop(() => reapDeliveries(deps.db), { idleMs: REAP_EVERY_MS, signal, onError }),
  ]);
  await Promise.all(inFlight);
  await writeDown();
}

function claimDue(db: Db): Promise<ClaimedDelivery[]> {
  return claimDeliveries(db, { lanes: LANES, perLane: PER_LANE, leaseSeconds: LEASE_SECONDS });
}

async function record(db: Db, results: AttemptResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.transaction(async (tx) => {
    for (const failed of await completeDeliveries(tx, results)) {
      const disabled = await disableWebhook(tx, failed);
      if (disabled) await queueLetter(tx, disabled.accountId, webhookDisabledLetter({ ...failed, url: disabled.url }));
    }
  });
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loop } from '../base/loop.ts';
import { createWaker } from '../base/waker.ts';
import type { Db } from '../store/db.ts';
import { type Claimed, type ClaimedDelivery, claimDeliveries } from '../store/webhooks/claim-deliveries.ts';
import type { AttemptResult } from '../store/webhooks/complete-deliveries.ts';
import { LANE_LIMIT } from '../store/webhooks/delivery-states.ts';
import { removeWorker } from '../store/webhooks/workers.ts';
import { keepBeating } from './heartbeat.ts';
import { reapDeliveries } from './reap.ts';
import { record } from './record.ts';
import { type SendDeps, send } from './send.ts';

const LANES = 128;
const MOST_IN_FLIGHT = 1_024;
// Reserved for webhooks without an attempt in progress, one slot each. Otherwise 128 hanging webhooks with eight
// attempts each would use all slots.
const KEPT_FOR_IDLE = 1 / 4;
// A working receiver responds within a second. Slower attempts are not counted here, so they do not take slots from it.
const MOST_YOUNG = 256;
const YOUNG_MS = 1_000;
const POLL_MS = 250;
// After two claims in a row for this many webhooks the worker is busy: it claims again for a while without
// notifications. With them, commits wait for each other, so a higher number is never reached. A webhook with a backlog
// does not count: deliveries to the others would wait for the next claim. Nor does a single claim for it and another
// webhook, after which half of all claims found nothing.
const BUSY = 2;
// Claims of a busy worker are at least this far apart, so that each takes several deliveries.
const CLAIM_EVERY_MS = 10;
const AWAKE_MS = 50;
// A due webhook that another statement has locked, usually to store outcomes. Claiming again immediately found it locked
// up to five times in a row, which delayed the deliveries to others.
const LOCKED_MS = 5;
const REAP_EVERY_MS = 1_000;
// Outcomes are stored in batches, at most this many milliseconds apart and this many at a time.
const BATCH_MS = 20;
const BATCH = 256;

/**
 * Sends due deliveries, waits for the outcomes and stores them. Returns how many.
 * @internal One pass for tests; production runs `runDeliveries`.
 */
export async function deliverDue(deps: SendDeps): Promise<number> {
  const space = { room: MOST_YOUNG, isCrowded: false };
  const { deliveries } = await claimDue(deps.db, { ...space, workerId: randomUUID(), awakeMs: 0 });
  await record(deps.db, await Promise.all(deliveries.map((delivery) => send(deps, delivery))));
  return deliveries.length;
}

export interface DeliveryRun {
  signal: AbortSignal;
  /**
   * Set when the time to finish is over. Outcomes of attempts in progress are then not stored, because no receiver
   * caused them.
   */
  giveUp: AbortSignal;
  onError: (error: unknown) => void;
  /** Calls back when a delivery becomes due. Without it, due deliveries are polled four times a second. */
  onDue?: (wake: () => void) => void;
  /** How many attempts may be in progress at the same time. Default: 1,024. */
  mostInFlight?: number;
}

/** Delivers until stopped. A slow receiver does not delay others. Resolves when all outcomes are stored. */
export async function runDeliveries(deps: SendDeps, run: DeliveryRun): Promise<void> {
  const { db } = deps;
  const { signal, onError } = run;
  const workerId = randomUUID();
  const finishing = new AbortController();
  const beating = keepBeating(db, { workerId, signal: finishing.signal, onError });
  const landed = createWaker();
  const flight = createFlight(deps, { ...run, onLanded: landed.wake });
  const claims = createClaims(db, { workerId, flight, signal });
  run.onDue?.(claims.wake);
  const write = async () => {
    const { count, hasDueLane } = await flight.writeDown();
    if (count > 0) claims.onRoom({ hasDueLane });
    return count === BATCH ? 1 : 0;
  };
  await Promise.all([
    loop(claims.pass, { idleMs: POLL_MS, signal, onError, rest: claims.rest }),
    loop(write, { idleMs: POLL_MS, signal, onError, rest: landed.rest }),
    loop(() => reapDeliveries(db, workerId), { idleMs: REAP_EVERY_MS, signal, onError }),
  ]);
  try {
    await flight.land();
    while (flight.hasLanded()) await flight.writeDown();
  } finally {
    finishing.abort();
    await beating;
    await removeWorker(db, workerId).catch(onError);
  }
}

/** Claims when something is due and there is room. */
function createClaims(db: Db, { workerId, flight, signal }: { workerId: string; flight: Flight; signal: AbortSignal }) {
  const waker = createWaker();
  let isDue = true;
  let claimedAt = 0;
  let awakeUntil = 0;
  let wasForSeveral = false;
  let isBusy = false;
  const wake = () => {
    isDue = true;
    waker.wake();
  };
  return {
    wake,
    rest: waker.rest,
    /** There is room again, so what did not fit before can be claimed. */
    onRoom({ hasDueLane }: { hasDueLane: boolean }) {
      isDue ||= hasDueLane;
      if (isDue) waker.wake();
    },
    /** Returns 1 to be called again immediately. */
    async pass(): Promise<number> {
      const sinceMs = performance.now() - claimedAt;
      isDue ||= sinceMs >= POLL_MS || claimedAt < awakeUntil;
      const space = flight.space();
      if (!isDue || space.room <= 0) return 0;
      if (isBusy && sinceMs < CLAIM_EVERY_MS) await sleep(CLAIM_EVERY_MS - sinceMs);
      isDue = false;
      claimedAt = performance.now();
      // Publishers do not notify until then, so the last claim comes after that time.
      if (isBusy) awakeUntil = claimedAt + AWAKE_MS + CLAIM_EVERY_MS;
      try {
        const { deliveries, hasMore } = await claimDue(db, { ...space, workerId, awakeMs: isBusy ? AWAKE_MS : 0 });
        deliveries.forEach(flight.start);
        const isForSeveral = new Set(deliveries.map(({ webhookId }) => webhookId)).size >= BUSY;
        isBusy = isForSeveral && wasForSeveral;
        wasForSeveral = isForSeveral;
        if (hasMore && deliveries.length === 0) await waker.rest(LOCKED_MS, signal);
        isDue ||= hasMore;
      } catch (error) {
        isDue = true;
        throw error;
      }
      return isDue || claimedAt < awakeUntil ? 1 : 0;
    },
  };
}

type Flight = ReturnType<typeof createFlight>;

/** Attempts in progress, and outcomes that are not stored yet. */
function createFlight(
  deps: SendDeps,
  {
    giveUp,
    mostInFlight = MOST_IN_FLIGHT,
    onLanded,
  }: Pick<DeliveryRun, 'giveUp' | 'mostInFlight'> & { onLanded: () => void },
) {
  const inFlight = new Set<Promise<void>>();
  let finished: AttemptResult[] = [];
  let young = 0;
  return {
    space(): Space {
      const open = mostInFlight - inFlight.size;
      const kept = mostInFlight * KEPT_FOR_IDLE;
      const isCrowded = open <= kept;
      return { isCrowded, room: Math.min(isCrowded ? open : open - kept, MOST_YOUNG - young) };
    },
    hasLanded: () => finished.length > 0,
    start(delivery: ClaimedDelivery) {
      young++;
      let isYoung = true;
      const age = () => {
        if (isYoung) young--;
        isYoung = false;
      };
      const ageing = setTimeout(age, YOUNG_MS).unref();
      const one = send(deps, delivery).then((result) => {
        clearTimeout(ageing);
        age();
        inFlight.delete(one);
        if (giveUp.aborted) return;
        finished.push(result);
        if (finished.length === 1) setTimeout(onLanded, BATCH_MS);
      });
      inFlight.add(one);
    },
    /** Stores a batch of outcomes. */
    async writeDown(): Promise<{ count: number; hasDueLane: boolean }> {
      const results = finished.splice(0, BATCH);
      try {
        const done = await record(deps.db, results);
        return { count: results.length, hasDueLane: done.some((delivery) => delivery.isLaneDue) };
      } catch (error) {
        // Kept for the next pass, so that deliveries are not repeated because the database was unreachable.
        finished = [...results, ...finished];
        throw error;
      }
    },
    land: () => Promise.all(inFlight),
  };
}

interface Space {
  room: number;
  /** Only the slots reserved for idle webhooks are left. */
  isCrowded: boolean;
}

function claimDue(
  db: Db,
  { room, isCrowded, ...claim }: Space & { workerId: string; awakeMs: number },
): Promise<Claimed> {
  const perLane = isCrowded ? 1 : LANE_LIMIT;
  return claimDeliveries(db, { ...claim, lanes: LANES, perLane, room, onlyIdle: isCrowded });
}

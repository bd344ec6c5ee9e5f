import { loop } from '../base/loop.ts';
import { createWaker } from '../base/waker.ts';
import type { Db } from '../store/db.ts';
import { type Claimed, type ClaimedDelivery, claimDeliveries } from '../store/webhooks/claim-deliveries.ts';
import type { AttemptResult } from '../store/webhooks/complete-deliveries.ts';
import { LANE_LIMIT } from '../store/webhooks/delivery-states.ts';
import { LEASE_SECONDS, reapDeliveries } from './reap.ts';
import { record } from './record.ts';
import { type SendDeps, send } from './send.ts';

export interface DeliveryDeps extends SendDeps {
  db: Db;
}

const LANES = 128;
const MOST_IN_FLIGHT = 1_024;
// Reserved for webhooks without an attempt in progress, one slot each. Otherwise 128 hanging webhooks with eight
// attempts each would use all slots.
const KEPT_FOR_IDLE = 1 / 4;
// A working receiver responds within a second. Slower attempts are not counted here, so they do not take slots from it.
const MOST_YOUNG = 256;
const YOUNG_MS = 1_000;
const POLL_MS = 250;
const REAP_EVERY_MS = 5_000;
// Outcomes are stored in batches, at most this many milliseconds apart and this many at a time.
const BATCH_MS = 20;
const BATCH = 256;

/**
 * Sends due deliveries, waits for the outcomes and stores them. Returns how many.
 * @internal One pass for tests; production runs `runDeliveries`.
 */
export async function deliverDue(deps: DeliveryDeps): Promise<number> {
  const { deliveries } = await claimDue(deps.db, { room: MOST_YOUNG, isCrowded: false });
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
export async function runDeliveries(deps: DeliveryDeps, run: DeliveryRun): Promise<void> {
  const { signal, onError } = run;
  const waker = createWaker();
  const flight = createFlight(deps, { ...run, onLanded: waker.wake });
  let isDue = true;
  let claimedAt = 0;
  run.onDue?.(() => {
    isDue = true;
    waker.wake();
  });
  const pass = async () => {
    isDue = (await flight.writeDown()) || isDue || performance.now() - claimedAt >= POLL_MS;
    const space = flight.space();
    if (!isDue || space.room <= 0) return 0;
    isDue = false;
    claimedAt = performance.now();
    try {
      const { deliveries, hasMore } = await claimDue(deps.db, space);
      deliveries.forEach(flight.start);
      isDue ||= hasMore;
    } catch (error) {
      isDue = true;
      throw error;
    }
    return isDue ? 1 : 0;
  };
  await Promise.all([
    loop(pass, { idleMs: POLL_MS, signal, onError, rest: waker.rest }),
    loop(() => reapDeliveries(deps.db), { idleMs: REAP_EVERY_MS, signal, onError }),
  ]);
  await flight.land();
  while (flight.hasLanded()) await flight.writeDown();
}

/** Attempts in progress, and outcomes that are not stored yet. */
function createFlight(
  deps: DeliveryDeps,
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
    /** Returns whether more can be claimed because of it. */
    async writeDown(): Promise<boolean> {
      const results = finished.splice(0, BATCH);
      if (finished.length > 0) onLanded();
      try {
        return (await record(deps.db, results)).some((delivery) => delivery.isLaneDue);
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

function claimDue(db: Db, { room, isCrowded }: Space): Promise<Claimed> {
  const perLane = isCrowded ? 1 : LANE_LIMIT;
  return claimDeliveries(db, { lanes: LANES, perLane, room, leaseSeconds: LEASE_SECONDS, onlyIdle: isCrowded });
}

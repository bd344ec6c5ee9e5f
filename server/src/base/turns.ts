import { setImmediate as nextTick } from 'node:timers/promises';

/** Long enough for most small requests, so that they find the event loop free; short enough not to stop long work. */
const PATIENCE_MS = 10;
/** A request that has not ended by then is not small. */
const SMALL_MS = 100;
const SLICE_MS = 1;

// A process has one event loop, and so this state.
let running = 0;
let newest = 0;
const waiting = new Set<() => void>();

/** Runs a small request. Long work of this process gives way to it. */
export async function first<Result>(work: () => Promise<Result>): Promise<Result> {
  running++;
  newest = performance.now();
  try {
    return await work();
  } finally {
    running--;
    if (running === 0) for (const wake of waiting) wake();
  }
}

/** Between slices of long work, about a millisecond each: lets small requests go first, but does not wait for long. */
export async function nextTurn(): Promise<void> {
  await nextTick();
  if (running === 0 || performance.now() - newest > SMALL_MS) return;
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      setImmediate(resolve);
    };
    const timer = setTimeout(wake, PATIENCE_MS);
    waiting.add(wake);
  });
}

/** For work of many pieces: call it before each. It lets others go first when a slice is over. */
export function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await nextTurn();
    began = performance.now();
  };
}

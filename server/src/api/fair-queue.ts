import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { ApiError } from '../base/errors.ts';

/** What a request does, and the places that it takes. An export takes one for each batch. */
const PLACES = { small: 'small', read: 'long', import: 'long', export: 'long', wait: 'none' } as const;

export type Load = keyof typeof PLACES;

/**
 * How many requests of a workspace run at the same time in this process. With two long ones on two cores, which
 * PostgreSQL shares, small reads of another workspace took twice as long.
 */
const AT_ONCE = { small: 4, long: availableParallelism() < 4 ? 1 : 2, none: Infinity };

interface Asked {
  workspaceId: string;
  load: Load;
  /** The client's connection: if it closes, the request no longer waits. */
  socket: Socket;
  longestWaitMs?: number | undefined;
}

export type FairQueue = ReturnType<typeof createFairQueue>;

interface Place {
  running: number;
  /** In the order of arrival. The kind that is next comes first. */
  waiting: Map<Load, Set<() => void>>;
}

/** Requests of one workspace wait for each other, and never for those of another. */
export function createFairQueue({ longestWaitMs: longest = 10_000, atOnce = AT_ONCE } = {}) {
  const places = new Map<string, Place>();
  const none = () => ({ waiting: 0, refused: 0 });
  /** How many wait now, and how many have been refused since the start. */
  const counts = { small: none(), read: none(), import: none(), export: none(), wait: none() };

  function turn({ waiting }: Place, { load, socket, longestWaitMs = longest }: Asked): Promise<void> {
    const queue = waiting.get(load) ?? new Set();
    waiting.set(load, queue);
    counts[load].waiting++;
    return new Promise<void>((resolve, reject) => {
      const ending = (settle: () => void) => () => {
        clearTimeout(timer);
        socket.off('close', leave);
        queue.delete(start);
        if (queue.size === 0) waiting.delete(load);
        counts[load].waiting--;
        settle();
      };
      const start = ending(resolve);
      const leave = ending(() => reject(tooBusy()));
      const refuse = () => {
        counts[load].refused++;
        leave();
      };
      const timer = longestWaitMs === Infinity ? undefined : setTimeout(refuse, longestWaitMs);
      queue.add(start);
      if (socket.destroyed) leave();
      else socket.once('close', leave);
    });
  }

  return {
    async run<Result>(asked: Asked, work: () => Promise<Result>): Promise<Result> {
      const kind = PLACES[asked.load];
      const name = `${kind} ${asked.workspaceId}`;
      const place: Place = places.get(name) ?? { running: 0, waiting: new Map() };
      places.set(name, place);
      if (place.running < atOnce[kind]) place.running++;
      else await turn(place, asked);
      try {
        return await work();
      } finally {
        // The place is handed over, so that no other request can come between.
        if (!startNext(place) && --place.running === 0) places.delete(name);
      }
    },
    counts,
  };
}

/** Imports, reads and exports take turns. */
function startNext({ waiting }: Place): boolean {
  const [[load, queue] = []] = waiting;
  if (!load || !queue) return false;
  waiting.delete(load);
  waiting.set(load, queue);
  const [start] = queue;
  start?.();
  return true;
}

export const tooBusy = () =>
  new ApiError(503, 'Too many requests of this workspace are running. Try again in a few seconds.', {
    'retry-after': '5',
  });

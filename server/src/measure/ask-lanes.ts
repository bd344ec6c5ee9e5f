import { setMaxListeners } from 'node:events';
import type { MeasureDeps } from './ask.ts';
import { claimDue } from './worker.ts';

/** How many platforms a process asks at the same time, counted per workspace. */
const MOST_LANES = 24;

interface AskLanes {
  /** Starts a batch of due questions and returns whether there was one. */
  pass(): Promise<number>;
  /** Resolves when no batch is left. */
  ended(): Promise<unknown>;
}

interface Lane {
  workspaceId: string;
  platform: string;
  ended: Promise<void>;
}

/**
 * Asks each platform of a live workspace in a lane of its own, so that a platform that hangs delays no other. Simulated
 * answers arrive immediately and need no lane.
 */
export function askInLanes(deps: MeasureDeps, { giveUp, onError }: LaneOptions): AskLanes {
  const lanes = new Set<Lane>();
  setMaxListeners(MOST_LANES, giveUp);
  return {
    async pass() {
      if (lanes.size >= MOST_LANES) return 0;
      const batch = await claimDue(deps, { giveUp, busy: [...lanes] });
      if (!batch) return 0;
      const { workspace, platform } = batch;
      if (workspace.mode === 'test') return (await batch.ask()).questions;
      const asking = batch.ask().then(() => {}, onError);
      const lane = { workspaceId: workspace.workspaceId, platform, ended: asking.then(() => void lanes.delete(lane)) };
      lanes.add(lane);
      return 1;
    },
    ended: () => Promise.all([...lanes].map(({ ended }) => ended)),
  };
}

interface LaneOptions {
  /** Ends the wait for answers. */
  giveUp: AbortSignal;
  onError: (error: unknown) => void;
}

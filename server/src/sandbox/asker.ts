import { daysBetween } from '../base/time.ts';
import type { Price } from '../collect/prices.ts';
import { type SimulatedQuestion, simulatedAnswer, type World } from '../collect/simulated.ts';
import type { Asker, Question } from '../measure/ask.ts';
import type { Db } from '../store/db.ts';
import { findSandbox, type Sandbox } from '../store/sandboxes.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { HISTORY_DAYS } from './create.ts';
import { sandboxWorld } from './world.ts';

/** Simulated answers cost nothing. */
const FREE: Price = {
  asOf: '2026-01-01',
  inputPerMillion: 0,
  outputPerMillion: 0,
  perSearch: 0,
  perRequest: 0,
  typical: { inputTokens: 0, outputTokens: 0 },
};

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];

/** Answers a test workspace's prompts from its simulated world. The same prompt always gets the same answer. */
export function sandboxAsker(db: Db): Asker {
  const worlds = new Map<string, Promise<SandboxWorld | undefined>>();
  const worldOf = (workspaceId: string) => {
    let world = worlds.get(workspaceId);
    if (!world) {
      world = openWorld(db, workspaceId);
      world.catch(() => worlds.delete(workspaceId));
      worlds.set(workspaceId, world);
    }
    return world;
  };
  return {
    platforms: async () => PLATFORMS,
    prices: async () => Object.fromEntries(PLATFORMS.map((platform) => [platform, FREE])),
    async ask(workspace, question) {
      const found = await worldOf(workspace.workspaceId);
      // Its account was deleted meanwhile.
      if (!found) return { waitsFor: undefined };
      const { world, sandbox } = found;
      const { status, reason, answer } = simulatedAnswer(world, toSimulated(question, { sandbox, workspace }));
      return { question, surface: 'simulated', askedAt: question.dueAt, status, reason, answer };
    },
  };
}

/** A question as its world knows it. Histories of any length end on the same day of the world. */
export function toSimulated(
  { keyword, prompt, platform, repetition, round }: Question,
  { sandbox, workspace }: { sandbox: Sandbox; workspace: Workspace },
): SimulatedQuestion {
  const day = HISTORY_DAYS - sandbox.historyDays + daysBetween(workspace.firstDay, round);
  return { keyword, prompt, platform, day, repetition };
}

interface SandboxWorld {
  world: World;
  sandbox: Sandbox;
}

async function openWorld(db: Db, workspaceId: string): Promise<SandboxWorld | undefined> {
  const sandbox = await findSandbox(db, workspaceId);
  return sandbox && { world: sandboxWorld(sandbox.seed), sandbox };
}

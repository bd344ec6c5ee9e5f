import type { Db } from '../store/db.ts';
import { countUnsealed, eventLeaves, readingLeaves, readSeals, type Seal } from '../store/events/seals.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** The last seal of a workspace's event log. A copy of its hash proves later that no earlier event changed. */
export interface LogHead {
  seal: number;
  hash: string;
  toAt: Date;
  /** Events after the last seal. */
  unsealed: number;
}

interface LogVerification {
  head: LogHead | undefined;
  differences: string[];
}

/** Checks the chain over the published events: its hashes, its links, and every event and reading it covers. */
export async function verifyLog(db: Db, { workspaceId, windowsJudged }: Workspace): Promise<LogVerification> {
  const seals = await readSeals(db, workspaceId);
  const present = await eventLeaves(db, workspaceId);
  const readings = await readingLeaves(db, workspaceId);
  const bySeal = new Map<number, Map<string, string>>();
  for (const { seal, id, hash } of present) {
    const leaves = bySeal.get(seal) ?? new Map<string, string>();
    bySeal.set(seal, leaves.set(id, hash));
  }
  const last = seals.at(-1);
  const differences = [
    ...seals.flatMap((seal, index) => verifySeal(seal, seals[index - 1])),
    ...seals.flatMap((seal) => verifyLeaves(seal, bySeal.get(seal.seal) ?? new Map())),
    ...verifyReadings(seals, new Map(readings.map(({ id, hash }) => [id, hash]))),
    ...(last && last.windowsJudged > windowsJudged
      ? [`windows judged: stored ${windowsJudged}, sealed ${last.windowsJudged}`]
      : []),
  ];
  const unsealed = await countUnsealed(db, workspaceId);
  return { head: last && { seal: last.seal, hash: last.hash, toAt: last.toAt, unsealed }, differences };
}

function verifySeal(seal: Seal, before: Seal | undefined): string[] {
  const problems: string[] = [];
  if (seal.seal !== (before?.seal ?? 0) + 1) problems.push('a seal before it is missing');
  else if (seal.previous !== (before?.hash ?? '')) problems.push('it does not continue the seal before it');
  if (seal.hash !== seal.actualHash) problems.push('its hash does not match its values');
  if (seal.leaves !== undefined && seal.root !== seal.actualRoot) problems.push('its lines were changed');
  if (seal.leaves === undefined && seal.isKept) problems.push('its lines are missing');
  return problems.map((problem) => `seal ${seal.seal}: ${problem}`);
}

function verifyLeaves(seal: Seal, present: Map<string, string>): string[] {
  if (!seal.isKept) return [];
  const sealed = leavesOf(seal, (id) => id.startsWith('evt_'));
  const differences: string[] = [];
  for (const [id, hash] of sealed) {
    const found = present.get(id);
    if (found === undefined) differences.push(`event ${id}: was sealed and is missing`);
    else if (found !== hash) differences.push(`event ${id}: differs from what was sealed`);
  }
  for (const id of present.keys()) {
    if (!sealed.has(id)) differences.push(`event ${id}: was added after its time was sealed`);
  }
  return differences;
}

/** Readings are never removed or changed. */
function verifyReadings(seals: Seal[], present: Map<string, string>): string[] {
  const sealed = seals.flatMap((seal) => [...leavesOf(seal, (id) => id.startsWith('reading_'))]);
  return sealed
    .filter(([id, hash]) => present.get(id) !== hash)
    .map(([id]) => `${id.replace('_', ' ')}: differs from what was sealed`);
}

function leavesOf({ leaves }: Seal, isWanted: (id: string) => boolean): Map<string, string> {
  const lines = (leaves ?? '').split('\n').filter((line) => line !== '');
  const pairs = lines.map((line) => line.split(' ') as [string, string]);
  return new Map(pairs.filter(([id]) => isWanted(id)));
}

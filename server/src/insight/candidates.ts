import { setImmediate } from 'node:timers/promises';
import type { CompetitorCandidate } from '@visibility/sdk';
import { findCandidates } from '../analyze/candidates.ts';
import { loadReader } from '../measure/reader.ts';
import { newestAnswers } from '../store/answers/newest-answers.ts';
import type { Db } from '../store/db.ts';
import { loadReading } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { ownerOfName, sameName } from '../subject/names.ts';

const NEWEST = 2_000;
const DAYS = 30;
/** A name in only one answer may be made up. */
const LEAST_ANSWERS = 2;
/** Yields to other requests after this many answers, about 5 ms. */
const TURN = 20;

/**
 * Untracked names at the start of list items next to tracked brands, most frequent first. Searches the newest 2,000
 * valid answers of the last 30 days.
 */
export async function readCandidates(db: Db, workspaceId: string): Promise<CompetitorCandidate[]> {
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  if (!subject) return [];
  const reader = await loadReader(db, workspaceId, workspace.reading);
  const since = new Date(workspace.now.getTime() - DAYS * 86_400_000);
  const tallies = new Map<string, Tally>();
  for (const [index, answer] of (await newestAnswers(db, workspaceId, { since, limit: NEWEST })).entries()) {
    if (index % TURN === 0) await setImmediate();
    for (const { name, context } of findCandidates(answer.text, reader)) {
      const tally = tallies.get(sameName(name)) ?? newTally(context);
      tallies.set(sameName(name), tally);
      tally.mentions++;
      tally.keywords.add(answer.keywordId);
      tally.platforms.add(answer.platform);
      tally.writings.set(name, (tally.writings.get(name) ?? 0) + 1);
    }
  }
  return [...tallies.values()]
    .filter(({ mentions }) => mentions >= LEAST_ANSWERS)
    .map(toCandidate)
    .filter(({ name }) => !ownerOfName(subject, name))
    .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1));
}

interface Tally {
  mentions: number;
  keywords: Set<string>;
  platforms: Set<string>;
  /** How often each spelling occurs. */
  writings: Map<string, number>;
  /** From the newest answer. */
  context: string;
}

function newTally(context: string): Tally {
  return { mentions: 0, keywords: new Set(), platforms: new Set(), writings: new Map(), context };
}

function toCandidate({ mentions, keywords, platforms, writings, context }: Tally): CompetitorCandidate {
  const [[name] = ['']] = [...writings].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
  return { name, mentions, keywords: keywords.size, platforms: [...platforms].sort(), context };
}

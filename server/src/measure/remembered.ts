import { type Group, rememberGroup, type WindowMemory } from '../score/judge-group.ts';
import type { JudgedGroup, JudgedSeries } from '../store/counts/judged-groups.ts';

/** What the series of one platform and brand remember of their last windows. */
export interface Remembered {
  group: Group;
  /** The place of a keyword in the group. */
  indexOf: Map<string, number>;
  memories: WindowMemory[][];
}

export function groupName(platform: string, brandId: string): string {
  return `${platform} ${brandId}`;
}

/** By `groupName`, from the last windows, oldest first. */
export function rememberedGroups(
  rows: Pick<JudgedGroup, 'platform' | 'brandId' | 'series'>[],
): Map<string, Remembered> {
  const series = new Map<string, JudgedSeries[]>();
  for (const { platform, brandId, series: judged } of rows) {
    const name = groupName(platform, brandId);
    series.set(name, [...(series.get(name) ?? []), ...judged]);
  }
  return new Map([...series].map(([name, judged]) => [name, addToMemory(NOTHING, judged)]));
}

/** A group with further windows, oldest first. */
export function addToMemory(
  { indexOf, memories }: Pick<Remembered, 'indexOf' | 'memories'>,
  judged: Pick<JudgedSeries, 'keywordId' | 'memory'>[],
): Remembered {
  const after = { indexOf: new Map(indexOf), memories: memories.map((memory) => [...memory]) };
  for (const { keywordId, memory } of judged) {
    const index = after.indexOf.get(keywordId) ?? after.memories.length;
    after.indexOf.set(keywordId, index);
    const mine = after.memories[index];
    if (mine) mine.push(memory);
    else after.memories.push([memory]);
  }
  return { ...after, group: rememberGroup(after.memories) };
}

/** Before the first window. */
export const NOTHING: Remembered = { group: rememberGroup([]), indexOf: new Map(), memories: [] };

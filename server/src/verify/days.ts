import type { KeywordDays } from '../measure/add-to-days.ts';
import { countCells } from '../score/count-day.ts';
import { answersOf, type Day, makeDay } from '../score/day.ts';
import { EVER, readDays } from '../store/days/read.ts';
import type { Db } from '../store/db.ts';
import { brandsOf } from '../store/workspaces/readings.ts';
import { compare } from './compare.ts';

type Days = Map<string, Day>;

interface KeywordToCompare {
  keywordId: string;
  reading: number;
  /** The first day from which on no findings were removed. */
  since: string | undefined;
}

/**
 * Compares a keyword's stored days with those of its answers. Of days whose findings were removed, what is stored about
 * them is taken as it is.
 */
export async function verifyDays(
  db: Db,
  workspaceId: string,
  { keyword: { keywordId, reading, since = '' }, recomputed }: { keyword: KeywordToCompare; recomputed: KeywordDays },
): Promise<ComparedDays> {
  const stored: Days = new Map();
  let promptIds: string[] = [];
  const wanted = { keywords: new Map([[keywordId, { ...EVER, reading }]]), days: EVER.days };
  for await (const one of readDays(db, workspaceId, wanted)) {
    stored.set(one.day, inOrder(one.value));
    promptIds = one.promptIds;
  }
  const days: Days = new Map();
  for (const { day, value } of recomputed.values()) {
    const known = stored.get(day);
    days.set(day, day < since && known && isSame(withoutFindings(known), value) ? known : inOrder(value));
  }
  const brandIds = (await brandsOf(db, workspaceId, [reading])).get(reading) ?? [];
  const names = { promptIds, brandIds };
  return { days, names, differences: compare(linesOf(days, names), linesOf(stored, names)) };
}

export interface ComparedDays {
  /** As the answers say them. */
  days: Days;
  names: DayNames;
  differences: string[];
}

/** What the numbers in a day stand for. */
interface DayNames {
  promptIds: string[];
  brandIds: string[];
}

/** The counts of each prompt, and if those are the same, which answers they are of. */
function linesOf(days: Days, { promptIds, brandIds }: DayNames): Map<string, string> {
  const lines = new Map<string, string>();
  const promptOf = (prompt: number) => promptIds[prompt - 1] ?? '';
  for (const [day, value] of days) {
    for (const [name, counts] of countStatuses(value)) {
      const [platform = '', prompt] = name.split(' ');
      lines.set(`answers ${day} ${platform} ${promptOf(Number(prompt))}`, textOf(counts));
    }
    for (const { platform, prompt, brand, named, cited, withOwn } of countCells(value)) {
      if (brand === undefined) continue;
      const place = `findings ${day} ${platform} ${promptOf(prompt)} ${brandIds[brand] ?? brand}`;
      lines.set(place, textOf({ named, cited, withOwn }));
    }
    for (const [platform, lists] of Object.entries(value)) lines.set(`day ${day} ${platform}`, JSON.stringify(lists));
  }
  return lines;
}

/** By platform and prompt. */
function countStatuses(day: Day): Map<string, Record<string, number>> {
  const counts = new Map<string, Record<string, number>>();
  for (const { platform, prompt, status } of answersOf(day)) {
    const name = `${platform} ${prompt}`;
    const mine = counts.get(name) ?? { valid: 0, truncated: 0, refused: 0, failed: 0 };
    mine[status] = (mine[status] ?? 0) + 1;
    counts.set(name, mine);
  }
  return counts;
}

function textOf(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function inOrder(day: Day): Day {
  return makeDay(answersOf(day));
}

function withoutFindings(day: Day): Day {
  return makeDay(answersOf(day).map((one) => ({ ...one, mentions: [], cited: [], pages: 0 })));
}

function isSame(a: Day, b: Day): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}

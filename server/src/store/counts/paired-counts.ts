import { addDays } from '../../base/time.ts';
import { WINDOW_DAYS, windowOf } from '../../score/window.ts';
import { countBrands } from '../days/brands.ts';
import type { Db, Transaction } from '../db.ts';

/** The answers to one prompt in one window, and those that mention a brand. */
export interface PairedRow {
  keywordId: string;
  platform: string;
  promptId: string;
  window: number;
  /** Undefined in rows that count all valid answers. */
  brandId: string | undefined;
  n: number;
  named: number;
  /** Of a competitor: the answers that also mention the own brand. */
  withOwn: number;
}

/** The counts of all brands in a range of windows. */
export async function pairedCounts(
  db: Db | Transaction,
  workspaceId: string,
  { keywords, firstDay, from, to }: { keywords: Map<string, number>; firstDay: string; from: number; to: number },
): Promise<PairedRow[]> {
  const lastDay = addDays(firstDay, WINDOW_DAYS * (to + 1) - 1);
  const counts = await countBrands(db, workspaceId, {
    keywords: new Map([...keywords].map(([keywordId, reading]) => [keywordId, { reading, lastDay }])),
    days: WINDOW_DAYS * (to - from + 1),
    periodOf: (day) => windowOf(firstDay, day),
  });
  return counts.map(({ period: window, ...row }) => ({ ...row, window }));
}

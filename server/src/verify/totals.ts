import type { NamedTotals } from '../measure/count-totals.ts';
import { readTotals } from '../store/counts/workspace-totals.ts';
import type { Db } from '../store/db.ts';
import { compare } from './compare.ts';

/** Compares the stored totals over all keywords with the stored answers, from the day on that has all findings. */
export async function verifyTotals(
  db: Db,
  workspaceId: string,
  { recounted, since = '0001-01-01' }: { recounted: NamedTotals; since: string | undefined },
): Promise<string[]> {
  const stored = await readTotals(db, workspaceId, { from: since, to: '9999-12-30' });
  return [
    ...compare(linesOf([...recounted.days.values()]), linesOf(stored.days)),
    ...compare(linesOf([...recounted.findings.values()]), linesOf(stored.findings)),
  ];
}

const COUNTS = ['valid', 'named', 'positive', 'negative', 'cited'];

/** Each row's counts by day and platform. A row of zeros equals no row. */
function linesOf(rows: object[]): Map<string, string> {
  const lines = new Map<string, string>();
  for (const row of rows) {
    const fields = Object.entries(row);
    const counts = fields.filter(([field]) => COUNTS.includes(field));
    const place = fields.filter(([field]) => !COUNTS.includes(field)).map(([, value]) => value);
    if (counts.every(([, count]) => count === 0)) continue;
    lines.set(`sums ${place.join(' ')}`, counts.map(([field, count]) => `${field} ${count}`).join(', '));
  }
  return lines;
}

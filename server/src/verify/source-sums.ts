import { wrongPacks } from '../store/counts/packed-sources.ts';
import { daysWithSourceSums, sourceDifferences, wrongPages } from '../store/counts/source-sum-differences.ts';
import type { Db } from '../store/db.ts';

/**
 * Compares the sums of cited sources with the stored citations and mentions, which are compared with the answers before.
 */
export async function verifySourceSums(db: Db, workspaceId: string): Promise<string[]> {
  const lines: string[] = [];
  for (const day of await daysWithSourceSums(db, workspaceId)) {
    for (const { source, stored, recomputed } of await sourceDifferences(db, workspaceId, day)) {
      lines.push(`sums ${day} ${source}: stored ${stored}; recomputed ${recomputed}`);
    }
  }
  const pages = await wrongPages(db, workspaceId);
  const packed = await wrongPacks(db, workspaceId);
  return [
    ...lines,
    ...pages.map((page) => `page ${page}: its address is missing or of another page`),
    ...packed.map((name) => `packed sources ${name}: differ from the sums`),
  ];
}

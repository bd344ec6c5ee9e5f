import { prepareSubject } from '../analyze/analyze.ts';
import { loadReader } from '../measure/reader.ts';
import { findVisibility } from '../store/counts/visibility.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import type { NamedSubject } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type KeywordPreview, previewKeyword } from './preview.ts';

export interface PreviewPart {
  previews: KeywordPreview[];
  keywordsDone: number;
  keywordsTotal: number;
  /** The keyword to continue after; undefined when all are done. */
  next: string | undefined;
}

/**
 * One part of a preview, limited in time: ten thousand keywords take minutes, and the page shows the progress. Each
 * part covers at least one keyword.
 */
export async function previewPart(
  db: Db,
  workspace: Workspace,
  { subject, after, forMs }: { subject: NamedSubject; after: string | undefined; forMs: number },
): Promise<PreviewPart> {
  const { workspaceId } = workspace;
  const names = [...(await keywordNames(db, workspaceId))];
  const first = after === undefined ? 0 : names.findIndex(([id]) => id > after);
  const readerAfter = prepareSubject(subject);
  const until = performance.now() + forMs;
  const previews: KeywordPreview[] = [];
  let place = first === -1 ? names.length : first;
  do {
    const [keywordId, keyword] = names[place] ?? [];
    if (keywordId === undefined || keyword === undefined) break;
    const record = await findVisibility(db, workspaceId, keywordId);
    if (record) {
      const readers = { before: await loadReader(db, workspaceId, keyword.reading), after: readerAfter };
      const preview = await previewKeyword(db, workspaceId, { keywordId, lastDay: record.lastDay, readers });
      previews.push({ keywordId, keyword: keyword.keyword, ...preview });
    }
    place++;
  } while (performance.now() < until);
  const last = names[place - 1]?.[0];
  const next = place < names.length ? last : undefined;
  return { previews, keywordsDone: place, keywordsTotal: names.length, next };
}

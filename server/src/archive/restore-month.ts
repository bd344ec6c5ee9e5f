import { gzipSync } from 'node:zlib';
import { inBatches } from '../base/in-batches.ts';
import { type AnswerTexts, countWithoutTexts, restoreTexts } from '../store/answers/answer-texts.ts';
import type { Db } from '../store/db.ts';
import { cancelRemoval, monthOf, unmarkRemoved } from '../store/retention/removed-months.ts';
import type { Manifest } from './manifest.ts';
import { type ArchivedAnswer, readPart } from './part.ts';
import type { Storage } from './storage.ts';

const RESTORED_AT_ONCE = 200;

export interface RestoredMonth {
  archived: number;
  restored: number;
  /** Valid answers whose texts are neither in the database nor in the archive. */
  missing: number;
}

/** Puts a month's texts back into the database. Reads and checks all parts before the first change. */
export async function restoreMonth(db: Db, storage: Storage, manifest: Manifest): Promise<RestoredMonth> {
  const { workspace_id: workspaceId, month, parts } = manifest;
  let archived = 0;
  for (const part of parts) archived += (await readPart(storage, manifest, part)).length;
  await db.transaction((tx) => cancelRemoval(tx, workspaceId, monthOf(month)));
  let restored = 0;
  for (const part of parts) {
    const answers = (await readPart(storage, manifest, part)).map(toTexts);
    for (const batch of inBatches(answers, RESTORED_AT_ONCE)) {
      restored += await db.transaction((tx) => restoreTexts(tx, workspaceId, batch));
    }
  }
  const missing = await countWithoutTexts(db, workspaceId, month);
  if (missing === 0) await db.transaction((tx) => unmarkRemoved(tx, workspaceId, monthOf(month)));
  return { archived, restored, missing };
}

function toTexts({ answer_id, asked_at, keyword_id, raw, model, ...rest }: ArchivedAnswer): AnswerTexts {
  return {
    ...rest,
    answerId: answer_id,
    askedAt: new Date(asked_at),
    keywordId: keyword_id,
    model: model ?? undefined,
    raw: raw === null ? undefined : gzipSync(raw),
  };
}

import { timeOfId } from '../../base/id.ts';
import { type Db, sql } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

/** An answer's text and the stored positions where it mentions the own brand. */
export interface MentionPlaces {
  text: string;
  /** UTF-16 offsets into the text, in reading order. */
  spans: [start: number, end: number][];
}

/** By answer id. */
export async function mentionPlaces(
  db: Db,
  workspaceId: string,
  answerIds: string[],
): Promise<Map<string, MentionPlaces>> {
  const rows = await db.records<MentionPlaces & { answerId: string }>(
    sql`select a.answer_id, a.text, m.spans
        from answers a
        join mentions m
          on m.workspace_id = ${workspaceId}
         and m.keyword_id = a.keyword_id
         and m.brand_id = ${OWN_BRAND}
         and m.detected_at = a.asked_at
         and m.answer_id = a.answer_id
        where a.workspace_id = ${workspaceId}
          -- An answer's id contains the time it was asked: this reads one index entry per answer.
          and a.asked_at = any(${answerIds.map(timeOfId)}::timestamptz[])
          and a.answer_id = any(${answerIds})`,
  );
  return new Map(rows.map(({ answerId, ...places }) => [answerId, places]));
}

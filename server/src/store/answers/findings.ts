import { type Db, sql, type Transaction } from '../db.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { type CitationRow, insertCitations, insertMentions, type MentionRow } from './answers.ts';
import type { StoredAnswer } from './stored-answers.ts';

interface Batch {
  keywordId: string;
  answers: StoredAnswer[];
}

/** The ids of existing findings in these answers: by answer and brand, and by answer, kind and page. */
export async function knownFindings(
  tx: Transaction,
  workspaceId: string,
  { keywordId, answers }: Batch,
): Promise<Map<string, string>> {
  const { from, to, ids } = spanOf(answers);
  const rows = await tx.query<{ name: string; id: string }>(
    sql`select answer_id || ' ' || brand_id as name, mention_id as id
        from mentions
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and detected_at between ${from} and ${to}
          and answer_id = any(${ids})
        union all
        select answer_id || ' ' || kind || ' ' || canonical_url, citation_id
        from citations
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and detected_at between ${from} and ${to}
          and answer_id = any(${ids})`,
  );
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** The stored findings of these answers. */
export async function storedFindings(
  db: Db | Transaction,
  workspaceId: string,
  { keywordId, answers }: Batch,
): Promise<{ mentions: MentionRow[]; citations: CitationRow[] }> {
  const { ids } = spanOf(answers);
  const times = [...new Set(answers.map(({ askedAt }) => askedAt.toISOString()))];
  const mine = sql`
    where workspace_id = ${workspaceId}
      and keyword_id = ${keywordId}
      and detected_at = any(${times}::timestamptz[])
      and answer_id = any(${ids})`;
  return {
    mentions: await db.records<MentionRow>(
      sql`select mention_id, detected_at, answer_id, keyword_id, platform, brand_id, position, sentiment,
                 sentiment_method, context, spans
          from mentions ${mine}`,
    ),
    citations: await db.records<CitationRow>(
      sql`select citation_id, detected_at, answer_id, keyword_id, platform, kind, owner, owner_id, url, canonical_url,
                 page_key::text, domain, title, position, context
          from citations ${mine}`,
    ),
  };
}

/** How many findings of a keyword are stored, without months whose findings are being removed. */
export async function countFindingRows(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<{ mentions: number; citations: number }> {
  const mine = sql`
    where workspace_id = ${workspaceId}
      and keyword_id = ${keywordId}
      and detected_at >= ${completeFrom(workspaceId, 'findings')}`;
  const [row] = await db.query<{ mentions: number; citations: number }>(
    sql`select (select count(*) from mentions ${mine}) as mentions,
               (select count(*) from citations ${mine}) as citations`,
  );
  return row ?? { mentions: 0, citations: 0 };
}

/** Replaces the findings of these answers. */
export async function replaceFindings(
  tx: Transaction,
  workspaceId: string,
  { keywordId, answers, mentions, citations }: Batch & { mentions: MentionRow[]; citations: CitationRow[] },
): Promise<void> {
  const { from, to, ids } = spanOf(answers);
  await tx.query(
    sql`delete from mentions
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and detected_at between ${from} and ${to}
          and answer_id = any(${ids})`,
  );
  await tx.query(
    sql`delete from citations
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and detected_at between ${from} and ${to}
          and answer_id = any(${ids})`,
  );
  await insertMentions(tx, workspaceId, mentions);
  await insertCitations(tx, workspaceId, citations);
}

/** Deletes all findings of a keyword's answers. */
export async function deleteFindings(tx: Transaction, workspaceId: string, keywordId: string): Promise<void> {
  const mine = sql`where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  await tx.query(sql`delete from mentions ${mine}`);
  await tx.query(sql`delete from citations ${mine}`);
}

function spanOf(answers: StoredAnswer[]) {
  return { from: answers[0]?.askedAt, to: answers.at(-1)?.askedAt, ids: answers.map(({ answerId }) => answerId) };
}

import { timeOfId } from '../../base/id.ts';
import type { CitedPage, Page } from '../../collect/platform.ts';
import { type Db, type Sql, sql } from '../db.ts';
import { type AnswerRow, type ListedAnswer, toAnswer } from './list.ts';

/** Later years differ between PostgreSQL and JavaScript. No answer is that late. */
const LATEST_MS = Date.parse('9999-12-31');

/** One stored answer, with fields that only the dashboard shows. */
export interface FoundAnswer {
  answer: ListedAnswer;
  promptId: string;
  reason: string | undefined;
  cited: CitedPage[];
  retrieved: Page[];
  /** The reading of its findings. Undefined if its keyword was deleted. */
  reading: number | undefined;
}

export async function findAnswer(db: Db, workspaceId: string, answerId: string): Promise<FoundAnswer | undefined> {
  const askedAt = timeOfId(answerId);
  if (askedAt.getTime() > LATEST_MS) return undefined;
  const [row] = await db.records<Omit<FoundAnswer, 'answer'> & AnswerRow>(
    sql`select a.answer_id, a.keyword_id, coalesce(k.keyword, '') as keyword, a.platform, a.surface, a.model, a.prompt,
               a.text, a.cited, a.retrieved, a.status, a.asked_at, a.cost_usd, a.requested_model, a.searched, a.queries, a.provenance,
               a.prompt_id, a.reason, k.reading
        from answers a
        left join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = a.keyword_id
        where a.workspace_id = ${workspaceId}
          -- An answer's id contains the time it was asked: this reads one partition and one index entry.
          and a.asked_at = ${askedAt}
          and a.answer_id = ${answerId}`,
  );
  if (!row) return undefined;
  const { promptId, reason, cited, retrieved, reading } = row;
  return { answer: toAnswer(row), promptId, reason, cited, retrieved, reading };
}

/** The previous and the next answer of the same keyword on the same platform. */
export async function neighboursOf(
  db: Db,
  workspaceId: string,
  { answer: { keywordId, platform, answerId, askedAt } }: FoundAnswer,
): Promise<{ previous: string | null; next: string | null }> {
  const beside = (comparison: Sql, order: Sql) => sql`
    select answer_id
    from answers
    where workspace_id = ${workspaceId}
      and keyword_id = ${keywordId}
      and platform = ${platform}
      and (asked_at, answer_id) ${comparison} (${askedAt}::timestamptz, ${answerId})
    order by ${order}
    limit 1`;
  const [row] = await db.query<{ previous: string | null; next: string | null }>(
    sql`select (${beside(sql`<`, sql`asked_at desc, answer_id desc`)}) as previous,
               (${beside(sql`>`, sql`asked_at, answer_id`)}) as next`,
  );
  return row ?? { previous: null, next: null };
}

export interface BrandInAnswer {
  brandId: string;
  position: number;
  sentiment: 'positive' | 'neutral' | 'negative';
  spans: [number, number][];
}

export interface PageInAnswer {
  url: string;
  canonicalUrl: string;
  domain: string;
  owner: 'own' | 'competitor' | 'other';
  ownerId: string | undefined;
  kind: 'cited' | 'retrieved';
}

/** The findings of one answer: the brands mentioned, and the owners of the pages. */
export async function findingsOf(
  db: Db,
  workspaceId: string,
  { answer: { answerId, keywordId, askedAt } }: FoundAnswer,
): Promise<{ brands: BrandInAnswer[]; pages: PageInAnswer[] }> {
  const mine = sql`
    where workspace_id = ${workspaceId}
      and keyword_id = ${keywordId}
      and detected_at = ${askedAt}
      and answer_id = ${answerId}`;
  const [brands, pages] = await Promise.all([
    db.records<BrandInAnswer>(sql`select brand_id, position, sentiment, spans from mentions ${mine} order by position`),
    db.records<PageInAnswer>(
      sql`select url, canonical_url, domain, owner, owner_id, kind from citations ${mine} order by position nulls last`,
    ),
  ]);
  return { brands, pages };
}

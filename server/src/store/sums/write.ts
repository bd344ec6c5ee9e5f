import { sql, type Transaction } from '../db.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { rowSet } from '../row-set.ts';

/** Sources of answers that are stored together, of one keyword, day and platform. */
export interface SourcePart extends PlatformDay {
  keywordId: string;
  part: string;
  /** `DaySources` as JSON. */
  value: string;
}

export interface PlatformDay {
  day: string;
  platform: string;
}

/** The address and title behind a key. */
export interface CitedPage {
  pageKey: string;
  canonicalUrl: string;
  domain: string;
  title: string | undefined;
}

const PART = { day: 'date', keywordId: 'text', platform: 'text', part: 'text', value: 'text' } as const;
const PAGE = { pageKey: 'bigint', canonicalUrl: 'text', domain: 'text', title: 'text' } as const;

export async function addParts(tx: Transaction, workspaceId: string, parts: SourcePart[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.query(
    sql`insert into day_sources (workspace_id, day, keyword_id, platform, part, value)
        select ${workspaceId}, p.*
        from ${rowSet('p', parts, PART)}`,
  );
}

/** Of several titles the last in the alphabet, in any order of answers. Pages that stay the same are not locked. */
export async function addPages(tx: Transaction, workspaceId: string, pages: CitedPage[]): Promise<void> {
  if (pages.length === 0) return;
  await tx.query(
    sql`insert into cited_pages as p (workspace_id, page_key, canonical_url, domain, title)
        select ${workspaceId}, s.*
        from (
          select page_key, canonical_url, domain, max(title) as title
          from ${rowSet('r', pages, PAGE)}
          group by 1, 2, 3
        ) s
        where not exists (
          select
          from cited_pages k
          where k.workspace_id = ${workspaceId}
            and k.page_key = s.page_key
            and (k.title >= s.title or s.title is null)
        )
        order by 2
        on conflict (workspace_id, page_key) do update
        set title = greatest(p.title, excluded.title)`,
  );
}

/**
 * Marks the sums of days whose answers a transaction changes. Always last: the worker that makes the sums waits for this
 * row, so that its next statement sees the change. Locked in the same order by all.
 */
export async function markDays(tx: Transaction, workspaceId: string, days: PlatformDay[]): Promise<void> {
  if (days.length === 0) return;
  await tx.query(
    sql`insert into day_sums as s (workspace_id, day, platform)
        select distinct ${workspaceId}, d.day, d.platform
        from ${rowSet('d', days, { day: 'date', platform: 'text' })}
        order by 2, 3
        on conflict (workspace_id, day, platform) do update
        set is_current = false
        where s.is_current`,
  );
}

/** Deletes the sources of a keyword and returns their days, to be marked. Not of months without findings: their sums stay. */
export function takeSources(tx: Transaction, workspaceId: string, keywordId: string): Promise<PlatformDay[]> {
  return tx.records<PlatformDay>(
    sql`delete from day_sources
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and day >= ${completeFrom(workspaceId, 'findings')}
        returning day, platform`,
  );
}

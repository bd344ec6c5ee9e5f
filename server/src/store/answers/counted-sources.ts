import { pageKey } from '../../base/page-key.ts';
import { empty, type Sql, sql } from '../db.ts';
import type { SummedFilter } from '../sums/read.ts';
import type { PageOwner } from './citations.ts';

/** The answers whose sources are counted. */
export interface SourceFilter extends SummedFilter {
  owner?: PageOwner | undefined;
  domain?: string | undefined;
  domains?: string[] | undefined;
  /** The canonical URL of one page. */
  page?: string | undefined;
}

export function valid(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and asked_at >= ${filter.range.since}
      and asked_at < ${filter.range.until}
      and status = 'valid'
      ${matching(filter)}`;
}

export function cited(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and detected_at >= ${filter.range.since}
      and detected_at < ${filter.range.until}
      ${ofPages(filter)}`;
}

function ofPages(filter: SourceFilter): Sql {
  return sql`
    ${filter.owner === undefined ? empty : sql`and owner = ${filter.owner}`}
    ${filter.domain === undefined ? empty : sql`and domain = ${filter.domain}`}
    ${filter.domains === undefined ? empty : sql`and domain = any(${filter.domains})`}
    ${filter.page === undefined ? empty : sql`and page_key = ${pageKey(filter.page)}`}
    ${matching(filter)}`;
}

function matching({ keywordId, platform }: SourceFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}

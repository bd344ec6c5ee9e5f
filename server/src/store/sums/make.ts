import { groupBy } from '../../base/group-by.ts';
import { inBatches } from '../../base/in-batches.ts';
import { slices } from '../../base/turns.ts';
import { type DaySources, joinSources } from '../../score/day-sources.ts';
import { lockKeywords } from '../counts/visibility.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import { daysOfToday, keepWorkspace } from '../workspaces/workspaces.ts';
import { sumSources, wholeDay } from './read.ts';
import { domainsOf, valuesOf } from './values.ts';
import { addParts, type SourcePart } from './write.ts';

interface WorkspaceDay {
  workspaceId: string;
  day: string;
}

/**
 * Joins the sources of days that are over, and makes their sums. Not while a workspace is analyzed again, which marks
 * all its days for every keyword. Returns 0, so that its loop waits: a day that is being imported is summed once a minute.
 */
export async function makeSums(db: Db, signal: AbortSignal): Promise<0> {
  const marked = await db.records<WorkspaceDay>(
    sql`select workspace_id, day
        from day_sums
        where not is_current
        group by workspace_id, day
        order by day desc`,
  );
  const todays = await daysOfToday(db);
  const due = marked.filter(({ workspaceId, day }) => day < (todays.get(workspaceId) ?? ''));
  const reread = await db.records<{ workspaceId: string }>(sql`select workspace_id from rereads`);
  const isReread = new Set(reread.map(({ workspaceId }) => workspaceId));
  for (const one of due) {
    if (signal.aborted) break;
    if (isReread.has(one.workspaceId)) continue;
    await joinParts(db, one);
    await db.transaction((tx) => sumDay(tx, one));
  }
  return 0;
}

/** Longer values are not joined, nor made: an import can have 100,000 answers of one keyword and day. */
const LONGEST_JOINED = 100_000;
const KEYWORDS_AT_ONCE = 20;

async function joinParts(db: Db, { workspaceId, day }: WorkspaceDay): Promise<void> {
  const keywords = await db.records<{ keywordId: string }>(
    sql`select distinct keyword_id
        from day_sources
        where workspace_id = ${workspaceId}
          and day = ${day}
          and length(value) < ${LONGEST_JOINED}
        group by keyword_id, platform
        having count(*) > 1
        order by keyword_id`,
  );
  for (const some of inBatches(keywords, KEYWORDS_AT_ONCE)) {
    const keywordIds = some.map(({ keywordId }) => keywordId);
    await db.transaction((tx) => joinKeywords(tx, workspaceId, { day, keywordIds }));
  }
}

/** Only deletes what it replaces: sources that another transaction removed do not come back. */
async function joinKeywords(
  tx: Transaction,
  workspaceId: string,
  { day, keywordIds }: { day: string; keywordIds: string[] },
): Promise<void> {
  if (!(await keepWorkspace(tx, workspaceId))) return;
  const locked = await lockKeywords(tx, workspaceId, keywordIds);
  const parts = await tx.records<SourcePart>(
    sql`delete from day_sources
        where workspace_id = ${workspaceId}
          and day = ${day}
          and keyword_id = any(${locked.map(({ keywordId }) => keywordId)})
          and length(value) < ${LONGEST_JOINED}
        returning day, keyword_id, platform, part, value`,
  );
  parts.sort((a, b) => (a.part < b.part ? -1 : 1));
  const cells = groupBy(parts, ({ keywordId, platform }) => `${keywordId} ${platform}`);
  const nextSlice = slices();
  const made: SourcePart[] = [];
  for (const cell of cells.values()) {
    for (const some of groupsOf(cell)) {
      await nextSlice();
      made.push(join(some));
    }
  }
  await addParts(tx, workspaceId, made);
}

/** Those that become one value. */
function groupsOf(parts: SourcePart[]): SourcePart[][] {
  let length = 0;
  const groups = groupBy(parts, ({ value }) => {
    length += value.length;
    return Math.floor(length / LONGEST_JOINED);
  });
  return [...groups.values()];
}

function join(parts: SourcePart[]): SourcePart {
  const sources = parts.map(({ value }): DaySources => JSON.parse(value));
  return { ...(parts[0] as SourcePart), value: JSON.stringify(joinSources(sources)) };
}

async function sumDay(tx: Transaction, { workspaceId, day }: WorkspaceDay): Promise<void> {
  if (!(await keepWorkspace(tx, workspaceId))) return;
  const mine = sql`workspace_id = ${workspaceId} and day = ${day}`;
  // A transaction that changes answers of the day holds these rows until it ends.
  const held = await tx.records<{ platform: string; isCurrent: boolean }>(
    sql`select platform, is_current from day_sums where ${mine} order by platform for update`,
  );
  // Another worker was faster, and the sources may have been removed since.
  if (held.every(({ isCurrent }) => isCurrent)) return;
  const sums = await sumSources(tx, workspaceId, { range: wholeDay(day) });
  const rows = held.map(({ platform }) => ({ platform, ...valuesOf(sums.get(platform)) }));
  await tx.query(
    sql`update day_sums d
        set is_current = true, pages = r.pages, domains = r.domains
        from ${rowSet('r', rows, { platform: 'text', pages: 'text', domains: 'text' })}
        where d.workspace_id = ${workspaceId}
          and d.day = ${day}
          and d.platform = r.platform`,
  );
  await tx.query(sql`delete from day_domains where ${mine}`);
  await tx.query(
    sql`insert into day_domains (workspace_id, day, domain, platforms)
        select ${workspaceId}, ${day}, r.*
        from ${rowSet('r', domainsOf(sums), { domain: 'text', platforms: 'text' })}`,
  );
}

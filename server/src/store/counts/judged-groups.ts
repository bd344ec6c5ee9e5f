import { groupBy } from '../../base/group-by.ts';
import type { WindowMemory } from '../../score/judge-group.ts';
import type { Scatter } from '../../score/scatter.ts';
import { type PastScatter, type ScatterBefore, scatterBefore } from '../../score/scatter-before.ts';
import { type Db, empty, raw, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

/** What a series remembers of a judged window. */
export interface JudgedSeries {
  keywordId: string;
  reading: number;
  /** The first window that could be part of its baseline. */
  since: number;
  memory: WindowMemory;
}

/** All keywords of one platform and brand in one window. */
export interface JudgedGroup {
  platform: string;
  brandId: string;
  window: number;
  judgedAt: Date;
  minPoints: number;
  changeLevel: number;
  baselineWindows: number;
  /** The scatter over all keywords, after this window. */
  phi: number;
  df: number;
  answersPerPrompt: number;
  series: JudgedSeries[];
}

/** Stores what a window leaves behind. A window is judged once. */
export async function saveJudgedGroup(tx: Transaction, workspaceId: string, group: JudgedGroup): Promise<void> {
  const { series } = group;
  const memories = (field: keyof WindowMemory) => series.map(({ memory }) => memory[field] ?? null);
  await tx.query(
    sql`insert into judged_groups (
          workspace_id, platform, brand_id, judged_window, judged_at, min_points, change_level, baseline_windows, phi, df,
          answers_per_prompt, keyword_ids, readings, since, square, square3, error4, error12)
        values (
          ${workspaceId}, ${group.platform}, ${group.brandId}, ${group.window}, ${group.judgedAt},
          ${group.minPoints}, ${group.changeLevel}, ${group.baselineWindows}, ${group.phi}, ${group.df},
          ${group.answersPerPrompt},
          ${series.map(({ keywordId }) => keywordId)}::text[], ${series.map(({ reading }) => reading)}::integer[],
          ${series.map(({ since }) => since)}::integer[], ${memories('square')}::float8[],
          ${memories('square3')}::float8[], ${memories('error4')}::float8[], ${memories('error12')}::float8[])
        on conflict (workspace_id, platform, brand_id, judged_window) do nothing`,
  );
}

/** The groups of a range of windows, oldest first, of all brands and platforms or of some. */
export async function readJudgedGroups(
  db: Db | Transaction,
  workspaceId: string,
  { from, to, of }: { from: number; to: number; of?: { platform: string; brandId: string } },
): Promise<JudgedGroup[]> {
  type Lists = Record<'square' | 'square3' | 'error4' | 'error12', (number | null)[]>;
  type Row = Omit<JudgedGroup, 'series'> & Lists & { keywordIds: string[]; readings: number[]; since: number[] };
  const rows = await db.records<Row>(
    sql`select platform, brand_id, judged_window as window, judged_at, min_points, change_level, baseline_windows, phi,
               df, answers_per_prompt, keyword_ids, readings, since, square, square3, error4, error12
        from judged_groups
        where workspace_id = ${workspaceId}
          and judged_window between ${from} and ${to}
          ${of ? sql`and platform = ${of.platform} and brand_id = ${of.brandId}` : empty}
        order by judged_window, platform, brand_id`,
  );
  return rows.map(({ keywordIds, readings, since, square, square3, error4, error12, ...group }) => ({
    ...group,
    series: keywordIds.map((keywordId, index) => ({
      keywordId,
      reading: readings[index] ?? 0,
      since: since[index] ?? 0,
      memory: {
        square: square[index] ?? undefined,
        square3: square3[index] ?? undefined,
        error4: error4[index] ?? 0,
        error12: error12[index] ?? 0,
      },
    })),
  }));
}

/** What one judged window of a series left behind. */
export type Judgement = JudgedSeries &
  Pick<JudgedGroup, 'platform' | 'brandId' | 'window' | 'judgedAt' | 'minPoints' | 'changeLevel' | 'baselineWindows'>;

/** All judged windows of a keyword, for verification. */
export async function judgementsOf(db: Db, workspaceId: string, keywordId: string): Promise<Judgement[]> {
  type Row = Omit<Judgement, 'memory' | 'keywordId'> & WindowMemory;
  const rows = await db.records<Row>(
    sql`select platform, brand_id, judged_window as window, judged_at, min_points, change_level, baseline_windows, readings[place] as reading,
               since[place] as since, square[place] as square, square3[place] as square3, error4[place] as error4,
               error12[place] as error12
        from judged_groups
        cross join lateral array_position(keyword_ids, ${keywordId}) as place
        where workspace_id = ${workspaceId}
          and place is not null
        order by judged_window, platform, brand_id`,
  );
  return rows.map(({ square, square3, error4, error12, ...place }) => ({
    ...place,
    keywordId,
    memory: { square, square3, error4, error12 },
  }));
}

/** Windows kept, besides those that stored events are verified with. A window remembers the 12 before it. */
const WINDOWS_KEPT = 30;
const WINDOWS_REMEMBERED = 12;

/** Deletes what neither the next windows nor the verification of an event need. */
export async function deleteJudgedGroups(
  tx: Transaction,
  workspaceId: string,
  { window }: { window: number },
): Promise<void> {
  await tx.query(
    sql`delete from judged_groups
        where workspace_id = ${workspaceId}
          and judged_window < least(${window - WINDOWS_KEPT}::integer, (
            select min((evidence ->> 'window')::integer) - ${WINDOWS_REMEMBERED}::integer
            from events
            where workspace_id = ${workspaceId}
              and type in ('visibility.changed', 'competitor.changed')))`,
  );
}

/** Undefined before a window was judged. */
export async function oldestJudgedWindow(db: Db, workspaceId: string): Promise<number | undefined> {
  const [row] = await db.records<{ oldest: number | undefined }>(
    sql`select min(judged_window) as oldest
        from judged_groups
        where workspace_id = ${workspaceId}`,
  );
  return row?.oldest;
}

/** 400 days, the longest chart. */
const SCATTER_KEPT = 58;

interface ScatterRow extends Scatter {
  keywordId: string;
  platform: string;
}

/** Adds the scatter of the own brand's series after a window. A keyword deleted in the meantime is skipped. */
export async function saveScatter(
  tx: Transaction,
  workspaceId: string,
  { window, rows }: { window: number; rows: ScatterRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  // No parameters after `on conflict`: on a cluster, an insert that selects has lost them by then.
  const kept = raw(`greatest(1, cardinality(s.judged_windows) + 2 - ${SCATTER_KEPT})`);
  await tx.query(
    sql`insert into series_scatter as s (workspace_id, keyword_id, platform, judged_windows, phi, df)
        select ${workspaceId}, r.keyword_id, r.platform, array[${window}::integer], array[r.phi::float8], array[r.df::float8]
        from ${rowSet('r', rows, { keywordId: 'text', platform: 'text', phi: 'numeric', df: 'numeric' })}
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = r.keyword_id
        order by r.keyword_id, r.platform
        on conflict (workspace_id, keyword_id, platform) do update
        set judged_windows = s.judged_windows[${kept}:] || excluded.judged_windows,
            phi = s.phi[${kept}:] || excluded.phi,
            df = s.df[${kept}:] || excluded.df
        where s.judged_windows[cardinality(s.judged_windows)] < excluded.judged_windows[1]`,
  );
}

/** The scatter of the own brand by keyword, as far as it was measured. */
export async function readScatter(
  db: Db | Transaction,
  workspaceId: string,
  keywordIds: string[],
): Promise<(keywordId: string) => ScatterBefore> {
  const rows = await db.records<PastScatter & { keywordId: string }>(
    sql`select keyword_id, platform, judged_windows as windows, phi, df
        from series_scatter
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})
        order by keyword_id, platform`,
  );
  const byKeyword = groupBy(rows, ({ keywordId }) => keywordId);
  const found = new Map([...byKeyword].map(([keywordId, mine]) => [keywordId, scatterBefore(mine)]));
  return (keywordId) => found.get(keywordId) ?? scatterBefore([]);
}

/** The scatter of a keyword after each judged window, oldest first. */
export function pastScatter(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<(Scatter & { platform: string; window: number })[]> {
  return db.records(
    sql`select platform, w.window, w.phi, w.df
        from series_scatter s
        cross join lateral unnest(s.judged_windows, s.phi, s.df) as w ("window", phi, df)
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        order by w.window, platform`,
  );
}

/** The scatter of a brand on one platform, over all keywords. */
export interface PlatformScatter extends Scatter {
  brandId: string;
  platform: string;
  answersPerPrompt: number;
}

/** As of the latest window of each brand and platform in the last 12. */
export function platformScatter(db: Db, workspaceId: string, brandIds: string[]): Promise<PlatformScatter[]> {
  return db.records<PlatformScatter>(
    sql`select distinct on (platform, brand_id) platform, brand_id, phi, df, answers_per_prompt
        from judged_groups
        where workspace_id = ${workspaceId}
          and brand_id = any(${brandIds})
          and judged_window >= (select windows_judged - 12 from workspaces where workspace_id = ${workspaceId})
        order by platform, brand_id, judged_window desc`,
  );
}

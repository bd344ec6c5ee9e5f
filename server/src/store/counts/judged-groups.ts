import type { WindowMemory } from '../../score/judge-group.ts';
import type { Scatter } from '../../score/scatter.ts';
import { type Db, empty, sql, type Transaction } from '../db.ts';
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
  baselineWindows: number;
  /** The scatter over all keywords, after this window. */
  phi: number;
  answersPerPrompt: number;
  series: JudgedSeries[];
}

/** Stores what a window leaves behind. A window is judged once. */
export async function saveJudgedGroup(tx: Transaction, workspaceId: string, group: JudgedGroup): Promise<void> {
  const { series } = group;
  const memories = (field: keyof WindowMemory) => series.map(({ memory }) => memory[field] ?? null);
  await tx.query(
    sql`insert into judged_groups (
          workspace_id, platform, brand_id, judged_window, judged_at, baseline_windows, phi, answers_per_prompt,
          keyword_ids, readings, since, square, square3, error4, error12)
        values (
          ${workspaceId}, ${group.platform}, ${group.brandId}, ${group.window}, ${group.judgedAt},
          ${group.baselineWindows}, ${group.phi}, ${group.answersPerPrompt},
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
    sql`select platform, brand_id, judged_window as window, judged_at, baseline_windows, phi, answers_per_prompt,
               keyword_ids, readings, since, square, square3, error4, error12
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
export interface Judgement extends JudgedSeries {
  platform: string;
  brandId: string;
  window: number;
  judgedAt: Date;
  baselineWindows: number;
}

/** All judged windows of a keyword, for verification. */
export async function judgementsOf(db: Db, workspaceId: string, keywordId: string): Promise<Judgement[]> {
  type Row = Omit<Judgement, 'memory' | 'keywordId'> & WindowMemory;
  const rows = await db.records<Row>(
    sql`select platform, brand_id, judged_window as window, judged_at, baseline_windows, readings[place] as reading,
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

interface ScatterRow extends Scatter {
  keywordId: string;
  platform: string;
}

/** Replaces the scatter of the own brand's series. A keyword deleted in the meantime is skipped. */
export async function saveScatter(tx: Transaction, workspaceId: string, rows: ScatterRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    sql`insert into series_scatter (workspace_id, keyword_id, platform, phi, df)
        select ${workspaceId}, s.keyword_id, s.platform, s.phi, s.df
        from ${rowSet('s', rows, { keywordId: 'text', platform: 'text', phi: 'numeric', df: 'numeric' })}
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = s.keyword_id
        order by s.keyword_id, s.platform
        on conflict (workspace_id, keyword_id, platform) do update
        set phi = excluded.phi,
            df = excluded.df`,
  );
}

/** The scatter of the own brand by keyword and platform, as far as it was measured. */
export async function readScatter(
  db: Db | Transaction,
  workspaceId: string,
  keywordIds: string[],
): Promise<Map<string, Map<string, Scatter>>> {
  const rows = await db.records<ScatterRow>(
    sql`select keyword_id, platform, phi, df
        from series_scatter
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})
        order by keyword_id, platform`,
  );
  const found = new Map<string, Map<string, Scatter>>();
  for (const { keywordId, platform, phi, df } of rows) {
    const mine = found.get(keywordId) ?? new Map<string, Scatter>();
    found.set(keywordId, mine.set(platform, { phi, df }));
  }
  return found;
}

/** The scatter of the own brand on one platform, over all keywords. */
export interface PlatformScatter {
  platform: string;
  phi: number;
  answersPerPrompt: number;
}

/** As of the latest window of each platform in the last 12. */
export function platformScatter(db: Db, workspaceId: string): Promise<PlatformScatter[]> {
  return db.records<PlatformScatter>(
    sql`select distinct on (platform) platform, phi, answers_per_prompt
        from judged_groups
        where workspace_id = ${workspaceId}
          and brand_id = 'brand'
          and judged_window >= (select windows_judged - 12 from workspaces where workspace_id = ${workspaceId})
        order by platform, judged_window desc`,
  );
}

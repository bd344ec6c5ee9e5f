import type { Scatter } from '../../score/scatter.ts';
import type { Figures, Standing, StandingState, Verdict } from '../../score/standing.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';

/** A competitor on one keyword. The platform is empty for all platforms together. */
export interface StandingPlace {
  keywordId: string;
  platform: string;
  competitorId: string;
}

/** What is remembered of a place, and its last decided window. */
export type StoredState = StandingPlace & StandingState & { window: number };

export async function standingStates(
  tx: Transaction,
  workspaceId: string,
  keywordIds: string[],
): Promise<Map<string, StoredState>> {
  const rows = await tx.records<StoredState>(
    sql`select keyword_id, platform, competitor_id, judged_window as window, leader, lead, since_window as since
        from standings
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})`,
  );
  return new Map(rows.map((row) => [placeName(row), row]));
}

export function placeName({ keywordId, platform, competitorId }: StandingPlace): string {
  return `${keywordId} ${platform} ${competitorId}`;
}

/** A decided place. */
export interface DecidedStanding extends StandingPlace, Omit<Standing, 'crossing'> {
  reading: number;
  window: number;
  judgedAt: Date;
  changeLevel: number;
}

/** The closed window in which a tested lead changed sides. */
export interface Crossing extends StandingPlace, NonNullable<Standing['crossing']> {
  reading: number;
  window: number;
}

export type DecidedCrossing = Crossing & { judgedAt: Date };

export async function saveStandings(tx: Transaction, workspaceId: string, decided: DecidedStanding[]): Promise<void> {
  if (decided.length === 0) return;
  const of = (pick: (one: DecidedStanding) => unknown) => decided.map((one) => pick(one) ?? null);
  const json = (pick: (one: DecidedStanding) => object | undefined) =>
    decided.map((one) => (pick(one) ? JSON.stringify(pick(one)) : null));
  await tx.query(
    sql`insert into standings (workspace_id, keyword_id, platform, competitor_id, judged_window, reading, verdict, leader,
                               lead, since_window, figures, judged_at, change_level)
        select ${workspaceId}, s.*
        from unnest(${of((one) => one.keywordId)}::text[], ${of((one) => one.platform)}::text[],
                    ${of((one) => one.competitorId)}::text[], ${of((one) => one.window)}::integer[],
                    ${of((one) => one.reading)}::integer[], ${of((one) => one.verdict)}::text[],
                    ${of((one) => one.leader)}::text[], ${json((one) => one.lead)}::jsonb[],
                    ${of((one) => one.since)}::integer[], ${json((one) => one.figures)}::jsonb[],
                    ${of((one) => one.judgedAt)}::timestamptz[], ${of((one) => one.changeLevel)}::float8[])
          as s (keyword_id, platform, competitor_id, judged_window, reading, verdict, leader, lead, since_window, figures,
                judged_at, change_level)
        -- A keyword deleted in the meantime is skipped.
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = s.keyword_id
        on conflict (workspace_id, keyword_id, platform, competitor_id) do update
        set judged_window = excluded.judged_window,
            reading = excluded.reading,
            verdict = excluded.verdict,
            leader = excluded.leader,
            lead = excluded.lead,
            since_window = excluded.since_window,
            figures = excluded.figures,
            judged_at = excluded.judged_at,
            change_level = excluded.change_level`,
  );
}

export async function saveCrossings(tx: Transaction, workspaceId: string, crossings: DecidedCrossing[]): Promise<void> {
  for (const { keywordId, platform, competitorId, window, reading, direction, before, after, judgedAt } of crossings) {
    await tx.query(
      sql`insert into crossings (workspace_id, keyword_id, platform, competitor_id, crossed_window, reading, direction,
                                 before, after, judged_at)
          values (${workspaceId}, ${keywordId}, ${platform}, ${competitorId}, ${window}, ${reading}, ${direction},
                  ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${judgedAt})
          on conflict do nothing`,
    );
  }
}

/** Before they are decided again under a new reading. */
export async function forgetStandings(tx: Transaction, workspaceId: string, keywordId: string): Promise<void> {
  await tx.query(sql`delete from standings where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`);
  await tx.query(sql`delete from crossings where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`);
}

/** Notes that the standings of a window are decided. */
export async function closeStandings(db: Db, workspaceId: string, window: number): Promise<void> {
  await db.query(
    sql`update workspaces
        set standings_judged = ${window + 1}
        where workspace_id = ${workspaceId}
          and standings_judged <= ${window}`,
  );
}

/** The standings and crossings of a keyword, for verification. */
export async function decidedStandings(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<{ standings: DecidedStanding[]; crossings: DecidedCrossing[] }> {
  const where = sql`where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  const [standings, crossings] = await Promise.all([
    db.records<DecidedStanding>(
      sql`select keyword_id, platform, competitor_id, judged_window as window, reading, verdict, leader, lead,
                 since_window as since, figures, judged_at, change_level
          from standings ${where}
          order by platform, competitor_id`,
    ),
    db.records<DecidedCrossing>(
      sql`select keyword_id, platform, competitor_id, crossed_window as window, reading, direction, before, after, judged_at
          from crossings ${where}
          order by crossed_window, platform, competitor_id`,
    ),
  ]);
  return { standings, crossings };
}

/** The scatter of each brand and platform in a range of windows, over all keywords, oldest first. */
export function scatterOfWindows(
  db: Db | Transaction,
  workspaceId: string,
  { from, to }: { from: number; to: number },
): Promise<(Scatter & { brandId: string; platform: string; window: number })[]> {
  return db.records(
    sql`select brand_id, platform, judged_window as window, phi, df
        from judged_groups
        where workspace_id = ${workspaceId}
          and judged_window between ${from} and ${to}
        order by judged_window`,
  );
}

export interface StandingFilter {
  keywordId?: string | undefined;
  /** Empty: all platforms together. Undefined: each and all together. */
  platform?: string | undefined;
  competitorId?: string | undefined;
  competitorIds: string[];
}

export interface StoredStanding extends StandingPlace {
  keyword: string;
  verdict: Verdict;
  window: number;
  figures: Figures | undefined;
}

/** Standings by keyword, oldest keyword first. */
export async function listStandings(
  db: Db,
  workspaceId: string,
  { filter, verdict, page }: { filter: StandingFilter; verdict: Verdict | undefined; page: Page },
): Promise<{ standings: StoredStanding[]; total: number }> {
  const where = sql`
    where s.workspace_id = ${workspaceId}
      ${matching(filter)}
      ${verdict === undefined ? empty : sql`and s.verdict = ${verdict}`}`;
  const [standings, [count]] = await Promise.all([
    db.records<StoredStanding>(
      sql`select s.keyword_id, k.keyword, s.platform, s.competitor_id, s.verdict, s.judged_window as window, s.figures
          from standings s
          join keywords k on k.workspace_id = s.workspace_id and k.keyword_id = s.keyword_id
          ${where}
          order by s.keyword_id, s.platform, s.competitor_id
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from standings s ${where}`),
  ]);
  return { standings, total: count?.total ?? 0 };
}

export interface StoredCrossing extends Crossing {
  keyword: string;
}

export interface CrossingFilter extends StandingFilter {
  direction?: StoredCrossing['direction'] | undefined;
  /** The first and last window. */
  from: number;
  to: number;
  /** Only these keywords. */
  keywordIds?: string[] | undefined;
}

/** Crossings, newest first. */
export async function listCrossings(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: CrossingFilter; page: Page },
): Promise<{ crossings: StoredCrossing[]; total: number }> {
  const { direction, from, to, keywordIds } = filter;
  const where = sql`
    where s.workspace_id = ${workspaceId}
      and s.crossed_window between ${from} and ${to}
      ${matching(filter)}
      ${direction === undefined ? empty : sql`and s.direction = ${direction}`}
      ${keywordIds === undefined ? empty : sql`and s.keyword_id = any(${keywordIds})`}`;
  const [crossings, [count]] = await Promise.all([
    db.records<StoredCrossing>(
      sql`select s.keyword_id, k.keyword, s.platform, s.competitor_id, s.crossed_window as window, s.direction, s.reading,
                 s.before, s.after
          from crossings s
          join keywords k on k.workspace_id = s.workspace_id and k.keyword_id = s.keyword_id
          ${where}
          order by s.crossed_window desc, s.keyword_id, s.platform, s.competitor_id
          ${limitTo(page)}`,
    ),
    db.query<{ total: number }>(sql`select count(*) as total from crossings s ${where}`),
  ]);
  return { crossings, total: count?.total ?? 0 };
}

function matching({ keywordId, platform, competitorId, competitorIds }: StandingFilter): Sql {
  return sql`
    and s.competitor_id = any(${competitorId === undefined ? competitorIds : [competitorId]})
    ${keywordId === undefined ? empty : sql`and s.keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and s.platform = ${platform}`}`;
}

/** On how many keywords each competitor is ahead of the brand, over all platforms together. */
export async function countLeads(db: Db, workspaceId: string): Promise<Map<string, number>> {
  const rows = await db.records<{ competitorId: string; keywords: number }>(
    sql`select competitor_id, count(*) as keywords
        from standings
        where workspace_id = ${workspaceId}
          and platform = ''
          and verdict = 'behind'
        group by competitor_id`,
  );
  return new Map(rows.map(({ competitorId, keywords }) => [competitorId, keywords]));
}

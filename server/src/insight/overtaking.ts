import { addDays, dayOf } from '../base/time.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import type { Figures, Side, Verdict } from '../score/standing.ts';
import { windowOf, windowStart } from '../score/window.ts';
import { onlyMentioning } from '../store/answers/only-mentioning.ts';
import {
  type CrossingFilter,
  countLeads,
  listCrossings,
  listStandings,
  type StandingFilter,
  type StoredCrossing,
} from '../store/counts/standings.ts';
import type { Db } from '../store/db.ts';
import type { Page } from '../store/pages.ts';
import { loadReading, OWN_BRAND } from '../store/workspaces/readings.ts';
import { loadWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

/** The answers behind a crossing that are named. `answers` lists all. */
const MOST_IDS = 5;

type Filter = Omit<StandingFilter, 'competitorIds'>;

/** Who is ahead on each keyword, platform and competitor, as of the last closed week. */
export async function readStandings(
  db: Db,
  workspaceId: string,
  { filter, verdict, page }: { filter: Filter; verdict?: Verdict | undefined; page: Page },
) {
  const { workspace, names } = await subjectOf(db, workspaceId);
  const query = { filter: { ...filter, competitorIds: [...names.keys()] }, verdict, page };
  const { standings, total } = await listStandings(db, workspaceId, query);
  return {
    total,
    standings: standings.map((one) => ({
      ...placeOf(one, names),
      verdict: one.verdict,
      sampleSize: one.figures?.n ?? 0,
      // Nothing is claimed from a few answers.
      figures: one.verdict === 'collecting' || !one.figures ? undefined : showFigures(one.figures, workspace),
    })),
  };
}

export type ShownCrossing = Awaited<ReturnType<typeof readCrossings>>['crossings'][number];

/** The weeks in which a tested lead changed sides, newest first. */
export async function readCrossings(
  db: Db,
  workspaceId: string,
  {
    filter: { since, until, ...filter },
    page,
  }: {
    filter: Filter & Pick<CrossingFilter, 'direction'> & { since?: Date | undefined; until?: Date | undefined };
    page: Page;
  },
) {
  const { workspace, names } = await subjectOf(db, workspaceId);
  const windowAt = (time: Date) => windowOf(workspace.firstDay, dayOf(time));
  const within = {
    competitorIds: [...names.keys()],
    // The week ends in the range.
    from: since ? windowAt(since) : 0,
    to: until ? windowAt(until) - 1 : workspace.standingsJudged,
  };
  const { crossings, total } = await listCrossings(db, workspaceId, { filter: { ...filter, ...within }, page });
  const ids = await onlyMentioning(
    db,
    workspaceId,
    crossings.map((crossing) => ({ ...behind(crossing, workspace), limit: MOST_IDS })),
  );
  return {
    total,
    crossings: crossings.map((crossing, index) => ({
      ...placeOf(crossing, names),
      direction: crossing.direction,
      weekStart: windowStart(workspace.firstDay, crossing.window),
      weekEnd: lastDayOf(crossing.window, workspace),
      before: showFigures(crossing.before, workspace),
      after: showFigures(crossing.after, workspace),
      answers: answersQuery(crossing, workspace),
      answerIds: ids[index] ?? [],
    })),
  };
}

/** For the Overview: the newest crossings, and on how many keywords each competitor is ahead of the brand. */
export async function readOvertaking(db: Db, workspaceId: string, { most }: { most: number }) {
  const { workspace, names } = await subjectOf(db, workspaceId);
  const page = { page: 1, perPage: most };
  const [{ crossings }, leads] = await Promise.all([
    readCrossings(db, workspaceId, { filter: {}, page }),
    countLeads(db, workspaceId),
  ]);
  return {
    /** The last day of the last closed week. Undefined before one closed. */
    until: workspace.standingsJudged > 0 ? lastDayOf(workspace.standingsJudged - 1, workspace) : undefined,
    crossings,
    /** Most keywords first, without competitors that are ahead on none. */
    leads: [...names]
      .map(([competitorId, name]) => ({ competitorId, name, keywords: leads.get(competitorId) ?? 0 }))
      .filter(({ keywords }) => keywords > 0)
      .sort((a, b) => b.keywords - a.keywords || (a.name < b.name ? -1 : 1)),
  };
}

async function subjectOf(db: Db, workspaceId: string): Promise<{ workspace: Workspace; names: Map<string, string> }> {
  const workspace = await loadWorkspace(db, workspaceId);
  const subject = await loadReading(db, workspaceId, workspace.reading);
  return { workspace, names: new Map(subject?.competitors.map(({ id, name }) => [id, name])) };
}

interface Place {
  keywordId: string;
  keyword: string;
  platform: string;
  competitorId: string;
}

function placeOf({ keywordId, keyword, platform, competitorId }: Place, names: Map<string, string>) {
  const competitor = names.get(competitorId) ?? '';
  return { keywordId, keyword, platform: platform === '' ? undefined : platform, competitorId, competitor };
}

function showFigures({ first, last, n, own, competitor, lead, leadInterval, p }: Figures, workspace: Workspace) {
  return {
    since: windowStart(workspace.firstDay, first),
    until: lastDayOf(last, workspace),
    sampleSize: n,
    ownScore: own.score,
    ownInterval: own.interval,
    competitorScore: competitor.score,
    competitorInterval: competitor.interval,
    lead,
    leadInterval,
    pValue: p,
    metricVersion: METRIC_VERSION,
  };
}

function lastDayOf(window: number, { firstDay }: Workspace): string {
  return addDays(windowStart(firstDay, window + 1), -1);
}

/** The answers of the new lead that mention only its side. */
function behind({ keywordId, platform, competitorId, direction, after }: StoredCrossing, workspace: Workspace) {
  const ahead: Side = direction === 'overtook' ? 'own' : 'competitor';
  const [brandId, without] = ahead === 'own' ? [OWN_BRAND, competitorId] : [competitorId, OWN_BRAND];
  const days = { fromDay: windowStart(workspace.firstDay, after.first), toDay: lastDayOf(after.last, workspace) };
  return { keywordId, platform, brandId, without, ...days };
}

function answersQuery({ keywordId, platform, after }: StoredCrossing, workspace: Workspace): string {
  const { since, until } = showFigures(after, workspace);
  const place = { keyword_id: keywordId, ...(platform !== '' && { platform }) };
  return `/api/v1/answers?${new URLSearchParams({ ...place, since, until })}`;
}

import { z } from 'zod';
import { LEAST_ANSWERS } from '../../base/score-text.ts';
import { tidied } from '../../base/tidy.ts';
import { addDays, dayOf, isoSeconds } from '../../base/time.ts';
import { sinceLastCheck, wasChecked } from '../../insight/keyword-changes.ts';
import { findMarkers } from '../../insight/markers.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { questionsPerWeek } from '../../measure/plan.ts';
import { plannedAnswers, sumPlanned } from '../../measure/planned-answers.ts';
import type { PlatformScore } from '../../score/visibility.ts';
import { displayed, WINDOW_DAYS } from '../../score/window.ts';
import { countKeywords, type MoveRow, newestMoves, type OverviewFilter } from '../../store/counts/overview.ts';
import {
  countAskedKeywords,
  countOutcomes,
  countPromptDays,
  newestAnswerAt,
} from '../../store/counts/overview-counts.ts';
import { type ReportKeyword, reportKeywords } from '../../store/counts/report-facts.ts';
import { newestTotals } from '../../store/counts/workspace-totals.ts';
import type { Db } from '../../store/db.ts';
import { countMissed } from '../../store/questions/missed.ts';
import { loadReading } from '../../store/workspaces/readings.ts';
import { loadWorkspace, type Workspace } from '../../store/workspaces/workspaces.ts';
import { type Caller, type Route, route } from '../route.ts';
import { wholeNumber } from '../v1/paging.ts';
import * as schemas from '../v1/schemas.ts';
import { scatterOf } from '../v1/usage.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import type * as answers from './contract/overview.ts';
import { scoreDays } from './overview-score.ts';
import { shareVoice } from './overview-voice.ts';

const LONGEST_DAYS = 400;
/** Longer ranges have one point per week. */
const MOST_DAILY = 120;
const MOST_MOVES = 6;

export const overviewQuery = z.object({
  days: wholeNumber(1, LONGEST_DAYS).default(30).describe('Number of days, including the last.'),
  until: schemas.day.optional().describe('The last day. Default: today.'),
  platform: z.string().optional(),
  tag: tidied.optional(),
});
type Query = z.output<typeof overviewQuery>;

/** The Overview page, in parts that load in parallel. */
export function overviewRoutes({ db, ask }: MeasureDeps): Route[] {
  const part = { method: 'GET', scope: 'read', query: overviewQuery } as const;
  return [
    route({
      ...part,
      ...declared('GET /:mode/overview'),
      load: 'read',
      handle: async ({ caller, query: asked }) => ({
        body: await scoreOf({ db, ask }, await chosen(db, caller, asked)),
      }),
    }),
    route({
      ...part,
      ...declared('GET /:mode/overview/voice'),
      load: 'read',
      async handle({ caller, query: asked }) {
        const { workspace, filter } = await chosen(db, caller, asked);
        const subject = await loadReading(db, caller.workspaceId, workspace.reading);
        const empty = { since: filter.since, until: filter.until, sample_size: 0, brands: [] };
        return { body: subject ? await shareVoice(db, caller.workspaceId, { ...filter, subject }) : empty };
      },
    }),
    route({
      ...part,
      ...declared('GET /:mode/overview/news'),
      handle: async ({ caller, query: asked }) => ({ body: await newsOf(db, await chosen(db, caller, asked)) }),
    }),
    route({
      ...part,
      ...declared('GET /:mode/overview/coverage'),
      load: 'read',
      handle: async ({ caller, query: asked }) => ({
        body: await coverageOf({ db, ask }, await chosen(db, caller, asked)),
      }),
    }),
  ];
}

interface Chosen {
  workspace: Workspace;
  keywords: ReportKeyword[];
  filter: OverviewFilter;
}

async function chosen(db: Db, { workspaceId }: Caller, { days, platform, tag, ...asked }: Query): Promise<Chosen> {
  const workspace = await loadWorkspace(db, workspaceId);
  const keywords = await reportKeywords(db, workspaceId, { keywordIds: [], tags: tag ? [tag] : [] });
  const today = dayOf(workspace.now);
  const until = asked.until !== undefined && asked.until < today ? asked.until : today;
  // A tag of every keyword is no filter: the totals of a day then replace one row per prompt.
  const isFilter = tag !== undefined && keywords.length < (await countKeywords(db, workspaceId));
  const keywordIds = isFilter ? keywords.map(({ keywordId }) => keywordId) : undefined;
  return { workspace, keywords, filter: { since: addDays(until, 1 - days), until, platform, keywordIds } };
}

async function scoreOf(
  deps: MeasureDeps,
  { workspace, keywords, filter }: Chosen,
): Promise<z.output<typeof answers.score>> {
  const { db } = deps;
  const { workspaceId } = workspace;
  const subject = await loadReading(db, workspaceId, workspace.reading);
  const { lastDay = filter.until } = await newestTotals(db, workspaceId, undefined);
  const until = lastDay < filter.until ? lastDay : filter.until;
  const about = { brand: subject?.brand.name ?? null, keywords: keywords.length, since: filter.since, until };
  if (until < filter.since) {
    const none = { keywords_asked: 0, step_days: 1, current: null, points: [], markers: [] };
    return { ...about, weighting: 'prompts', ...none };
  }
  const stepDays = filter.since < addDays(until, 1 - MOST_DAILY) ? WINDOW_DAYS : 1;
  // The previous week is read even if it is not shown: the newest week is compared with it.
  const before = addDays(until, -WINDOW_DAYS);
  const since = before < filter.since ? before : filter.since;
  const week = { ...filter, since: addDays(before, 1), until };
  const [markers, keywordsAsked, { weighting, points }] = await Promise.all([
    findMarkers(db, workspaceId, { since: filter.since, until }),
    countAskedKeywords(db, workspaceId, week),
    scoreDays(db, workspaceId, { ...filter, since, until, keywords, stepDays, workspace }),
  ]);
  const newest = points.find(({ date }) => date === until)?.score.overall;
  const previous = points.find(({ date }) => date === before)?.score.overall;
  return {
    ...about,
    keywords_asked: keywordsAsked,
    weighting,
    step_days: stepDays,
    markers: markers.filter((one) => one.platform === (filter.platform ?? one.platform)).map(toWire),
    current: newest ? await currentOf(deps, { workspace, filter }, { newest, previous }) : null,
    points: points
      .filter(({ date }) => date >= filter.since)
      .map(({ date, score: { overall, platforms } }) => ({
        date,
        visibility_score: overall.score,
        interval: overall.interval,
        sample_size: overall.n,
        platforms: displayed(platforms),
        sample_sizes: Object.fromEntries([...platforms].map(([platform, { n }]) => [platform, n])),
      })),
  };
}

/** The newest score and what is known about its change. Only single series are tested, not their sum. */
async function currentOf(
  { db, ask }: MeasureDeps,
  { workspace, filter }: Omit<Chosen, 'keywords'>,
  { newest, previous }: { newest: PlatformScore; previous: PlatformScore | undefined },
): Promise<z.output<typeof answers.score>['current']> {
  const isCompared = previous !== undefined && Math.min(newest.n, previous.n) >= LEAST_ANSWERS;
  // Checks of earlier weeks are not kept, only the changes they found.
  const isPast = filter.until < dayOf(workspace.now);
  const since = isPast ? addDays(filter.until, 1 - WINDOW_DAYS) : sinceLastCheck(workspace).toISOString();
  const range = { ...filter, since, limit: 1 };
  const [change] = await newestMoves(db, workspace.workspaceId, range);
  return {
    visibility_score: newest.score,
    interval: newest.interval,
    sample_size: newest.n,
    mentions: newest.k,
    previous_score: isCompared ? previous.score : null,
    significant: change || isPast || !wasChecked(workspace) ? null : false,
    significant_changes: change?.total ?? 0,
    planned: newest.n < LEAST_ANSWERS ? await plannedFor({ db, ask }, { workspace, filter }) : null,
  };
}

async function plannedFor({ db, ask }: MeasureDeps, { workspace, filter }: Omit<Chosen, 'keywords'>): Promise<number> {
  const platforms = await ask.platforms(workspace);
  const plan = await plannedAnswers(db, workspace, { platforms, keywordIds: filter.keywordIds });
  return sumPlanned(plan, filter.platform);
}

async function newsOf(db: Db, { workspace: { workspaceId }, filter }: Chosen): Promise<z.output<typeof answers.news>> {
  const moves = await newestMoves(db, workspaceId, { ...filter, limit: MOST_MOVES });
  return { moves: moves.map(moveOf), moves_total: moves[0]?.total ?? 0 };
}

function moveOf({ eventId, createdAt, body }: MoveRow): z.output<typeof answers.move> {
  const { keyword_id, keyword, platform, previous_score, new_score } = JSON.parse(body).data;
  return { ...toWire({ eventId, createdAt }), keyword_id, keyword, platform, previous_score, new_score };
}

/** For the last seven full days, without today. */
async function coverageOf(
  { db, ask }: MeasureDeps,
  { workspace, filter }: Chosen,
): Promise<z.output<typeof answers.coverage>> {
  const { workspaceId } = workspace;
  const week = { ...filter, since: addDays(filter.until, -WINDOW_DAYS), until: addDays(filter.until, -1) };
  const [platforms, promptDays, lastAnswerAt, asked, missed, scatter] = await Promise.all([
    countOutcomes(db, workspaceId, week),
    countPromptDays(db, workspaceId, week),
    newestAnswerAt(db, workspaceId, { ...filter, since: addDays(filter.until, -LONGEST_DAYS) }),
    ask.platforms(workspace),
    countMissed(db, workspaceId, week),
    scatterOf(db, workspaceId),
  ]);
  const isAsked = asked.filter((platform) => [undefined, platform].includes(filter.platform)).length;
  // Planned for platforms that have lost their key since. Not available by keyword.
  const lost = filter.keywordIds ? [] : missed.filter(({ platform }) => !asked.includes(platform));
  const isLost = lost.filter(({ platform }) => [undefined, platform].includes(filter.platform));
  return {
    since: week.since,
    until: week.until,
    last_answer_at: lastAnswerAt ? isoSeconds(lastAnswerAt) : null,
    planned:
      Math.round((questionsPerWeek(promptDays) / WINDOW_DAYS) * isAsked) +
      isLost.reduce((sum, { questions }) => sum + questions, 0),
    platforms,
    scatter: scatter.filter(({ platform }) => [undefined, platform].includes(filter.platform)),
  };
}

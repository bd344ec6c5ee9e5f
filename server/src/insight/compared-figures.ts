import { setImmediate } from 'node:timers/promises';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { LEAST_ANSWERS } from '../base/score-text.ts';
import { addDays, daysBetween } from '../base/time.ts';
import { correctFamily } from '../score/correct-family.ts';
import { comparePeriods, DEFAULT_CHANGE_SETTINGS, type Look } from '../score/judge-group.ts';
import type { PlatformScore } from '../score/visibility.ts';
import type { Interval } from '../score/wilson.ts';
import { scoreWindow } from '../score/window.ts';
import { platformScatter, readScatter } from '../store/counts/judged-groups.ts';
import type { StretchCounts } from '../store/days/counts.ts';
import { countDays, countsByPeriod } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import { loadWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { readTrackedBrands } from './competitors.ts';
import { scatterOn } from './history.ts';
import { scatterOfAnswers } from './scatter-of-answers.ts';
import type { Days } from './split-periods.ts';

const BATCH = 250;

export interface ComparedPeriods {
  now: Days;
  /** Ends before `now`. */
  before: Days;
  platform?: string | undefined;
}

interface Figure {
  value: number;
  interval: Interval | undefined;
  sampleSize: number;
}

/** One number of two periods. */
export interface ComparedFigure {
  /** What it is: a metric, or the id of a platform, a brand or a keyword. */
  id: string;
  name: string;
  now: Figure | undefined;
  before: Figure | undefined;
  /** Undefined with too few answers on a side. */
  points: number | undefined;
  /** Undefined: it was not tested. Sums of several series never are. */
  significant: boolean | undefined;
  /** The platforms with a significant change in the same direction. */
  platforms: string[];
}

/** Score, share of voice and citations over all keywords. */
export async function compareTotals(db: Db, workspaceId: string, periods: ComparedPeriods): Promise<ComparedFigure[]> {
  const mine = (await standingsOf(db, workspaceId, { ...periods, competitorId: OWN_BRAND })).map(([own]) => own);
  const figures = (pick: (own: BrandNumbers) => Pick<Figure, 'value' | 'interval'> | undefined) =>
    mine.map((own) => {
      const picked = own && own.sampleSize > 0 ? pick(own) : undefined;
      return picked && own && { ...picked, sampleSize: own.sampleSize };
    });
  return [
    figureOf(
      'visibility_score',
      figures(({ visibilityScore: value, interval }) => ({ value, interval })),
    ),
    figureOf(
      'share_of_voice',
      figures(({ shareOfVoice: value, shareOfVoiceInterval }) =>
        value === undefined ? undefined : { value, interval: shareOfVoiceInterval ?? undefined },
      ),
    ),
    figureOf(
      'citations_per_100',
      figures(({ citations, sampleSize }) => ({
        value: Math.round((100 * citations) / sampleSize),
        interval: undefined,
      })),
    ),
  ];
}

/** The score of your brand and of each competitor. */
export async function compareBrands(db: Db, workspaceId: string, periods: ComparedPeriods): Promise<ComparedFigure[]> {
  const [now, before] = await standingsOf(db, workspaceId, periods);
  return now.map(({ competitorId, name }) => {
    const sides = [now, before].map((brands) => {
      const one = brands.find((brand) => brand.competitorId === competitorId);
      return one && one.sampleSize > 0
        ? { value: one.visibilityScore, interval: one.interval, sampleSize: one.sampleSize }
        : undefined;
    });
    return { ...figureOf(competitorId, sides), name };
  });
}

type BrandNumbers = Awaited<ReturnType<typeof readTrackedBrands>>[number];

async function standingsOf(
  db: Db,
  workspaceId: string,
  { now, before, platform, competitorId }: ComparedPeriods & { competitorId?: string },
) {
  const read = ({ fromDay, toDay }: Days) => {
    const days = { since: new Date(fromDay), until: new Date(addDays(toDay, 1)) };
    return readTrackedBrands(db, workspaceId, { ...days, platform, competitorId });
  };
  return [await read(now), await read(before)] as const;
}

/** The score of some keywords together. All answers are weighted equally. */
export async function compareTagged(
  db: Db,
  workspaceId: string,
  { now, before, platform, keywordIds }: ComparedPeriods & { keywordIds: string[] },
): Promise<ComparedFigure[]> {
  const known = await platformScatter(db, workspaceId, [OWN_BRAND]);
  const sides = await Promise.all(
    [now, before].map(async (period) => {
      const days = await countDays(db, workspaceId, { ...daysOf(period), platform, keywordIds });
      const counts = days.map(({ platform, n, k }) => ({ platform, promptId: '', n, k, citations: 0 }));
      const scatter = scatterOfAnswers(known, { brandId: OWN_BRAND, platforms: days.map((row) => row.platform) });
      return toFigure(scoreWindow(counts, { before: [], scatter })?.overall);
    }),
  );
  return [figureOf('visibility_score', sides)];
}

type KeywordsToCompare = ComparedPeriods & { keywords: Map<string, { keyword: string }> };

/** The score of each keyword, the largest change first. All series are corrected together. */
export async function compareKeywords(
  db: Db,
  workspaceId: string,
  query: KeywordsToCompare,
): Promise<ComparedFigure[]> {
  const compared = await compareSeries(db, workspaceId, query);
  return compared
    .map(({ id, name, sides, series }) => withSeries({ ...figureOf(id, sides), name }, series))
    .sort((a, b) => Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0) || (a.name < b.name ? -1 : 1));
}

/** The score of one keyword, overall and by platform. */
export async function comparePlatforms(
  db: Db,
  workspaceId: string,
  query: KeywordsToCompare,
): Promise<ComparedFigure[]> {
  const [found] = await compareSeries(db, workspaceId, query);
  if (!found) return [];
  const overall = withSeries(figureOf('visibility_score', found.sides), found.series);
  return [overall, ...found.series.map((one) => withSeries(figureOf(one.platform, one.sides), [one]))];
}

interface ComparedSeries {
  platform: string;
  sides: (Figure | undefined)[];
  /** Whether there were enough answers to the same prompts. */
  isTested: boolean;
  looks: Look[];
  /** The direction of a significant change: -1 or 1. */
  direction: number;
}

interface ComparedKeyword {
  id: string;
  name: string;
  sides: (Figure | undefined)[];
  series: ComparedSeries[];
}

async function compareSeries(db: Db, workspaceId: string, query: KeywordsToCompare): Promise<ComparedKeyword[]> {
  const workspace = await loadWorkspace(db, workspaceId);
  const compared: ComparedKeyword[] = [];
  for (const batch of inBatches([...query.keywords], BATCH)) {
    compared.push(...(await compareBatch(db, workspace, { ...query, keywords: new Map(batch) })));
    // Yields to other requests.
    await setImmediate();
  }
  const all = compared.flatMap(({ series }) => series);
  const hits = correctFamily(
    all.map(({ looks }) => looks),
    all.filter(({ isTested }) => isTested).length,
  );
  for (const [index, one] of all.entries()) {
    const { comparison } = hits[index]?.look ?? {};
    one.direction = comparison ? Math.sign(comparison.now - comparison.before) : 0;
  }
  return compared;
}

async function compareBatch(db: Db, workspace: Workspace, query: KeywordsToCompare): Promise<ComparedKeyword[]> {
  const { keywords, now, before, platform } = query;
  const { workspaceId } = workspace;
  const keywordIds = [...keywords.keys()];
  const [scatterOf, ...sides] = await Promise.all([
    readScatter(db, workspaceId, keywordIds),
    ...[now, before].map(async (period) => {
      const asked = { keywordIds, ...daysOf(period), stretches: 1, platform };
      return groupBy(await countsByPeriod(db, workspaceId, asked), ({ keywordId }) => keywordId);
    }),
  ]);
  return [...keywords].flatMap(([id, { keyword }]) => {
    const counts = sides.map((side) => side.get(id) ?? []);
    if (counts.every((side) => side.length === 0)) return [];
    const scatter = scatterOn(now.toDay, { workspace, scatter: scatterOf(id) });
    const scores = counts.map((side) => scoreWindow(side, scatter && { before: [], scatter }));
    const platforms = [...new Set(scores.flatMap((score) => [...(score?.platforms.keys() ?? [])]))].sort();
    const series = platforms.map((name): ComparedSeries => {
      const mine = counts.map((side) => side.filter((count) => count.platform === name));
      const figures = scores.map((score) => toFigure(score?.platforms.get(name)));
      return {
        platform: name,
        sides: figures,
        ...test(mine, { scatter: scatter?.get(name), workspace }),
        direction: 0,
      };
    });
    return [{ id, name: keyword, sides: scores.map((score) => toFigure(score?.overall)), series }];
  });
}

function daysOf({ fromDay, toDay }: Days): { lastDay: string; days: number } {
  return { lastDay: toDay, days: daysBetween(fromDay, toDay) + 1 };
}

/** The rule for significant changes, applied to two periods of any length. */
function test(
  counts: StretchCounts[][],
  { scatter, workspace }: { scatter: Parameters<typeof comparePeriods>[1]['scatter']; workspace: Workspace },
): Pick<ComparedSeries, 'isTested' | 'looks'> {
  const { minPoints, changeLevel: level } = workspace;
  const settings = { ...DEFAULT_CHANGE_SETTINGS, minPoints, level };
  const found = comparePeriods(counts, { scatter, settings });
  const isTested = found !== undefined && counts.every((side) => sum(side) >= settings.minAnswers);
  return { isTested, looks: found?.isFar ? [found.look] : [] };
}

function sum(counts: StretchCounts[]): number {
  return counts.reduce((all, { n }) => all + n, 0);
}

function withSeries(figure: ComparedFigure, series: ComparedSeries[]): ComparedFigure {
  if (figure.points === undefined || !series.some(({ isTested }) => isTested)) return figure;
  const direction = Math.sign(figure.points);
  const same = series.filter((one) => one.direction !== 0 && one.direction === direction);
  return { ...figure, significant: same.length > 0, platforms: same.map(({ platform }) => platform) };
}

function toFigure(score: PlatformScore | undefined): Figure | undefined {
  return score && { value: score.score, interval: score.interval, sampleSize: score.n };
}

function figureOf(id: string, [now, before]: (Figure | undefined)[]): ComparedFigure {
  const isCompared = now && before && Math.min(now.sampleSize, before.sampleSize) >= LEAST_ANSWERS;
  const points = isCompared ? now.value - before.value : undefined;
  return { id, name: id, now, before, points, significant: undefined, platforms: [] };
}

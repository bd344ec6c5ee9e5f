import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { LEAST_ANSWERS } from '../base/score-text.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import type { Scatter } from '../score/scatter.ts';
import { type BrandVotes, intervalOfVotes, sharesOfVotes } from '../score/share-of-voice.ts';
import { signedPercent } from '../score/signed.ts';
import { trendPercent } from '../score/trend.ts';
import type { Interval } from '../score/wilson.ts';
import { displayed, scoreWindow, WINDOW_DAYS, type WindowScore, windowOf as windowNumber } from '../score/window.ts';
import { platformScatter, readScatter } from '../store/counts/judged-groups.ts';
import { newestTotals } from '../store/counts/workspace-totals.ts';
import type { Db } from '../store/db.ts';
import { loadReadings, type NamedBrand, type NamedSubject, OWN_BRAND } from '../store/workspaces/readings.ts';
import { loadWorkspace } from '../store/workspaces/workspaces.ts';
import { type Basis, basisOfKeyword, basisOfWorkspace } from './competitor-basis.ts';
import { scatterOfAnswers } from './scatter-of-answers.ts';

const LONGEST_DAYS = 400;

export interface CompetitorQuery {
  keywordId?: string | undefined;
  platform?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Only this competitor. */
  competitorId?: string | undefined;
  /** Includes your own brand, with the id `brand`. */
  withOwn?: boolean;
  withEvidence?: boolean;
  withNames?: boolean;
}

interface Evidence {
  /** Valid answers behind the numbers. */
  sampleSize?: number;
  interval?: Interval;
  /** Null when no tracked brand is mentioned. */
  shareOfVoiceInterval?: Interval | null;
  metricVersion?: number;
}

/** What the Competitors page shows in addition. */
interface ComparisonFields {
  /** The score of the same number of days before. Null with too few answers to compare. */
  previousScore?: number | null;
  /** Valid answers by platform. */
  platformSamples?: Record<string, number>;
}

export interface CompetitorNumbers
  extends Evidence,
    ComparisonFields,
    Partial<Pick<NamedBrand, 'aliases' | 'domains'>> {
  competitorId: string;
  name: string;
  domain: string | undefined;
  visibilityScore: number;
  /** Undefined when no tracked brand is mentioned. */
  shareOfVoice: number | undefined;
  mentions: number;
  citations: number;
  platforms: Record<string, number>;
  trend: string;
  updatedAt: Date;
}

/**
 * The scores of all tracked competitors, or of one, best first. The number of queries is constant: they read daily
 * totals for all keywords, or the counts of one keyword.
 */
export async function readCompetitors(
  db: Db,
  workspaceId: string,
  query: CompetitorQuery,
): Promise<CompetitorNumbers[]> {
  const workspace = await loadWorkspace(db, workspaceId);
  const { lastDay = dayOf(workspace.now), publishedAt } = await newestTotals(db, workspaceId, query.keywordId);
  const window = windowOf(query, lastDay);
  const { from: splitAt, to } = window;
  const days = { from: addDays(splitAt, -window.days), to, platform: query.platform, splitAt };
  const basis = await (query.keywordId === undefined
    ? basisOfWorkspace(db, workspaceId, days)
    : basisOfKeyword(db, workspaceId, { ...days, keywordId: query.keywordId }));
  const readings = await loadReadings(db, workspaceId, [...basis.readings, workspace.reading]);
  const newest = readings.get(workspace.reading);
  const updatedAt = new Date(Math.max(publishedAt?.getTime() ?? 0, newest?.createdAt.getTime() ?? 0));
  const wanted = (newest ? brandsOf(newest.subject, query) : []).filter(({ id }) =>
    [undefined, id].includes(query.competitorId),
  );
  const subjects = new Map([...readings].map(([reading, { subject }]) => [reading, subject]));
  const withEvidence = query.withEvidence ?? false;
  const number = windowNumber(workspace.firstDay, window.to);
  const scatterOf = withEvidence
    ? await readScatters(db, workspaceId, { wanted, basis, keywordId: query.keywordId, window: number })
    : undefined;
  const numbers: CompetitorNumbers[] = [];
  for (const competitor of wanted) {
    // Computing an interval takes at least a millisecond, so other requests run in between.
    await setImmediate();
    const read = readFor(competitor, basis, subjects);
    const { withEvidence = false, withOwn = false } = query;
    const scatter = scatterOf?.(competitor.id);
    const about = { window, updatedAt, withEvidence, withComparison: withOwn, scatter };
    const record = recordOf(competitor, { basis: read, ...about });
    numbers.push(query.withNames ? { ...record, ...namesOf(competitor) } : record);
  }
  return numbers.sort((a, b) => b.visibilityScore - a.visibilityScore || (a.name < b.name ? -1 : 1));
}

/** What a brand's intervals are based on: that of the keyword if it was measured, or that over all keywords. */
async function readScatters(
  db: Db,
  workspaceId: string,
  {
    wanted,
    basis,
    keywordId,
    window,
  }: { wanted: NamedBrand[]; basis: Basis; keywordId: string | undefined; window: number },
): Promise<(brandId: string) => ReadonlyMap<string, Scatter>> {
  const brandIds = wanted.map(({ id }) => id);
  const ofBrands = await platformScatter(db, workspaceId, brandIds);
  const ofKeyword = keywordId === undefined ? undefined : await readScatter(db, workspaceId, [keywordId]);
  const platforms = basis.counts.map(({ platform }) => platform);
  return (brandId) =>
    keywordId !== undefined && ofKeyword && brandId === OWN_BRAND
      ? ofKeyword(keywordId)(window)
      : scatterOfAnswers(ofBrands, { brandId, platforms });
}

/** Your brand and its competitors with evidence and names, best first. */
export async function readTrackedBrands(
  db: Db,
  workspaceId: string,
  query: Pick<CompetitorQuery, 'platform' | 'since' | 'until' | 'competitorId'>,
): Promise<Required<CompetitorNumbers>[]> {
  const all = await readCompetitors(db, workspaceId, { ...query, withOwn: true, withEvidence: true, withNames: true });
  // With evidence and names, no field is omitted. The response schema requires all of them.
  return all as Required<CompetitorNumbers>[];
}

function brandsOf({ brand, competitors }: NamedSubject, { withOwn }: CompetitorQuery): NamedBrand[] {
  return withOwn ? [brand, ...competitors] : competitors;
}

/** As in requests: without the name, which always counts, and the main domain. */
function namesOf({ name, aliases, domains }: NamedBrand): Pick<NamedBrand, 'aliases' | 'domains'> {
  const isPlainName = (alias: NamedBrand['aliases'][number]) => alias.text === name && Object.keys(alias).length === 1;
  return {
    aliases: aliases.filter((alias) => !isPlainName(alias)),
    domains: domains.slice(1),
  };
}

interface Window {
  from: string;
  to: string;
  days: number;
}

/** The requested days. Default: the seven days that end with the newest valid answer. */
function windowOf({ since, until }: CompetitorQuery, lastDay: string): Window {
  const first = since && dayOf(since);
  const last = until && dayOf(new Date(until.getTime() - 1));
  const to = last ?? (first !== undefined && first > lastDay ? first : lastDay);
  const from = first ?? addDays(to, 1 - WINDOW_DAYS);
  const days = daysBetween(from, to) + 1;
  if (days > LONGEST_DAYS + 1) throw new ApiError(422, `since: must be at most ${LONGEST_DAYS} days before until`);
  return { from, to, days };
}

/** Only counts from answers that were analyzed for this competitor. */
function readFor({ id }: NamedBrand, basis: Basis, subjects: Map<number, NamedSubject>): Basis {
  const isRead = ({ reading }: { reading: number }) =>
    id === OWN_BRAND || subjects.get(reading)?.competitors.some((competitor) => competitor.id === id) === true;
  return { ...basis, counts: basis.counts.filter(isRead), votes: basis.votes.filter(isRead) };
}

interface RecordInput {
  basis: Basis;
  window: Window;
  updatedAt: Date;
  withEvidence: boolean;
  withComparison: boolean;
  /** What intervals are based on, by platform. Undefined: none is returned. */
  scatter: ReadonlyMap<string, Scatter> | undefined;
}

function recordOf({ id, name, domains }: NamedBrand, input: RecordInput): CompetitorNumbers {
  const { basis, window, updatedAt, withEvidence, withComparison, scatter } = input;
  const before = countsOf(basis, id, { from: addDays(window.from, -window.days), to: addDays(window.from, -1) });
  const current = scoreWindow(countsOf(basis, id, window), scatter && { before, scatter });
  const previous = scoreWindow(before);
  const score = current?.overall.score ?? 0;
  const votes = basis.votes.filter(({ day }) => day >= window.from && day <= window.to);
  const share = sharesOfVotes(votes);
  return {
    competitorId: id,
    name,
    domain: domains[0],
    visibilityScore: score,
    shareOfVoice: share ? (share.get(id) ?? 0) : undefined,
    mentions: current?.overall.k ?? 0,
    citations: current?.citations ?? 0,
    platforms: current ? displayed(current.platforms) : {},
    trend: signedPercent(trendPercent(previous?.overall.score, score)),
    updatedAt,
    ...(withEvidence ? evidenceOf(id, { current, votes, share }) : {}),
    ...(withComparison ? comparisonOf(current, previous) : {}),
  };
}

function comparisonOf(current: WindowScore | undefined, previous: WindowScore | undefined): Required<ComparisonFields> {
  const isCompared = Math.min(current?.overall.n ?? 0, previous?.overall.n ?? 0) >= LEAST_ANSWERS;
  return {
    previousScore: isCompared ? (previous?.overall.score ?? null) : null,
    platformSamples: Object.fromEntries([...(current?.platforms ?? [])].map(([platform, { n }]) => [platform, n])),
  };
}

function evidenceOf(
  brandId: string,
  { current, votes, share }: { current: WindowScore | undefined; votes: BrandVotes[]; share: Shares | undefined },
): Required<Evidence> {
  const answers = current?.overall.n ?? 0;
  // A fixed seed, so that the same answers always give the same interval.
  const random = seededRandom('share of voice');
  return {
    sampleSize: answers,
    // Without data, every score is possible.
    interval: current?.overall.interval ?? [0, 100],
    shareOfVoiceInterval: share
      ? intervalOfVotes(votes, { brandId, answers, point: share.get(brandId) ?? 0 }, random)
      : null,
    metricVersion: METRIC_VERSION,
  };
}

type Shares = Map<string, number>;

function countsOf({ counts }: Basis, brandId: string, { from, to }: Pick<Window, 'from' | 'to'>) {
  const sums = new Map<string, Parameters<typeof scoreWindow>[0][number]>();
  for (const { day, platform, promptId, brandId: found, valid, named, cited } of counts) {
    if (day < from || day > to || (found !== undefined && found !== brandId)) continue;
    const place = `${platform} ${promptId}`;
    const sum = sums.get(place) ?? { platform, promptId, n: 0, k: 0, citations: 0 };
    sum.n += valid;
    sum.k += named;
    sum.citations += cited;
    sums.set(place, sum);
  }
  return [...sums.values()];
}

import { LEAST_ANSWERS } from '../base/score-text.ts';
import { correctFamily } from './correct-family.ts';
import { type PairedCounts, type PairedPlatform, pairedLead } from './paired-lead.ts';
import type { PlatformScore } from './visibility.ts';
import type { Interval } from './wilson.ts';
import { scoreWindow } from './window.ts';

/** A lead is tested on the closed window, and on up to four windows together. */
export const STANDING_WINDOWS = 4;

export type Verdict = 'ahead' | 'behind' | 'too_close_to_call' | 'collecting';
export type Side = 'own' | 'competitor';

interface SideFigures {
  score: number;
  interval: Interval;
  mentions: number;
}

/** What a verdict is based on. Leads are in points: own score minus the competitor's. */
export interface Figures {
  /** The first and last window compared. */
  first: number;
  last: number;
  n: number;
  own: SideFigures;
  competitor: SideFigures;
  lead: number;
  leadInterval: Interval;
  p: number;
}

/** What is remembered between two windows. */
export interface StandingState {
  /** The side of the latest tested lead, and its figures. */
  leader: Side | undefined;
  lead: Figures | undefined;
  /** The first window that may be compared: an earlier lead must not hide a new one. */
  since: number;
}

export const NO_STANDING: StandingState = { leader: undefined, lead: undefined, since: 0 };

/** A competitor on one keyword and platform (or on all its platforms) when a window closes. */
export interface Contender {
  state: StandingState;
  /** By the number of windows ago. 0 is the closed one. */
  windows: PairedPlatform[][];
}

export interface Standing extends StandingState {
  verdict: Verdict;
  /** Undefined without an answer. */
  figures: Figures | undefined;
  /** In this window, the tested lead changed sides. */
  crossing: { direction: 'overtook' | 'was_overtaken'; before: Figures; after: Figures } | undefined;
}

/**
 * `standing`: decides who is ahead. All competitors of one keyword and platform are corrected together by Holm's
 * procedure.
 */
export function judgeStandings(
  contenders: readonly Contender[],
  { window, level }: { window: number; level: number },
): Standing[] {
  const looks = contenders.map((contender) => looksAt(contender, { window, level }));
  const tested = looks.map((mine) => mine.filter(({ figures }) => figures.n >= LEAST_ANSWERS));
  const size = tested.filter((mine) => mine.length > 0).length;
  const hits = correctFamily(tested, size);
  return contenders.map(({ state }, index) => {
    const hit = hits[index]?.look;
    if (hit) return ledBy(hit, state);
    const verdict = tested[index]?.length ? 'too_close_to_call' : 'collecting';
    return { ...state, verdict, figures: (tested[index]?.[0] ?? looks[index]?.[0])?.figures, crossing: undefined };
  });
}

interface Look extends Compared {
  p: number;
  level: number;
}

/** Four windows together find smaller leads, unless the closed one points the other way. */
function looksAt({ state, windows }: Contender, { window, level }: { window: number; level: number }): Look[] {
  const first = Math.max(state.since, window - STANDING_WINDOWS + 1, 0);
  const [week, period] = [window, first].map((from) =>
    compareSides(windows.slice(0, window - from + 1), { from, window }),
  );
  const ordered = week && period && week.leader !== period.leader ? [week, period] : [period, week];
  return ordered.flatMap((one) => (one ? [{ ...one, p: one.figures.p, level }] : []));
}

function ledBy({ figures, leader }: Look, state: StandingState): Standing {
  const verdict = leader === 'own' ? 'ahead' : 'behind';
  const isNew = leader !== state.leader;
  const next = { leader, lead: figures, since: isNew ? figures.first : state.since, verdict, figures } as const;
  if (!isNew || !state.lead) return { ...next, crossing: undefined };
  const direction = leader === 'own' ? 'overtook' : 'was_overtaken';
  return { ...next, crossing: { direction, before: state.lead, after: figures } };
}

interface Compared {
  figures: Figures;
  /** Before rounding. */
  leader: Side;
}

/** Below the smallest possible lead: the order in which fractions are summed must not decide a tie. */
const TIE = 1e-9;

/** Windows are merged by platform and prompt. */
export function compareSides(
  windows: PairedPlatform[][],
  { from, window }: { from: number; window: number },
): Compared | undefined {
  const platforms = mergePlatforms(windows.flat());
  const paired = pairedLead(platforms);
  const [own, competitor] = (['own', 'competitor'] as const).map((side) => scoreOf(platforms, side));
  if (!paired || !own || !competitor) return undefined;
  const lead = own.score - competitor.score;
  const [low, high] = paired.bounds.map((share) => Math.round(100 * share)) as [number, number];
  const figures = {
    first: from,
    last: window,
    n: own.n,
    own: sideOf(own),
    competitor: sideOf(competitor),
    lead,
    leadInterval: [Math.min(low, lead), Math.max(high, lead)] as Interval,
    p: paired.p,
  };
  return { figures, leader: paired.lead > TIE ? 'own' : 'competitor' };
}

function mergePlatforms(parts: PairedPlatform[]): PairedPlatform[] {
  const merged = new Map<string, PairedPlatform>();
  for (const part of parts) {
    const known = merged.get(part.platform);
    merged.set(part.platform, known ? { ...known, counts: [...known.counts, ...part.counts] } : part);
  }
  return [...merged.values()].map((platform) => ({ ...platform, counts: mergePrompts(platform.counts) }));
}

function mergePrompts(rows: PairedCounts[]): PairedCounts[] {
  const sums = new Map<string, PairedCounts>();
  for (const { promptId, n, own, competitor, both } of rows) {
    const sum = sums.get(promptId) ?? { promptId, n: 0, own: 0, competitor: 0, both: 0 };
    sum.n += n;
    sum.own += own;
    sum.competitor += competitor;
    sum.both += both;
    sums.set(promptId, sum);
  }
  return [...sums.values()];
}

function scoreOf(platforms: PairedPlatform[], side: Side): PlatformScore | undefined {
  const counts = platforms.flatMap(({ platform, counts }) =>
    counts.map((row) => ({ promptId: row.promptId, platform, n: row.n, k: row[side], citations: 0 })),
  );
  const scatter = new Map(platforms.map((one) => [one.platform, one.scatter[side]]));
  return scoreWindow(counts, { before: [], scatter })?.overall;
}

function sideOf({ score, interval, k }: PlatformScore): SideFigures {
  return { score, interval, mentions: k };
}

import { seededRandom } from '../base/random.ts';
import { addDays } from '../base/time.ts';
import { mergeBallots } from '../score/ballots.ts';
import { voiceShares } from '../score/share-of-voice.ts';
import type { DayRange } from '../store/answers/export.ts';
import {
  type AnsweringModel,
  answeringModels,
  type CitedPage,
  citedPages,
  namedTogether,
} from '../store/counts/report-facts.ts';
import type { Db } from '../store/db.ts';
import { type NamedSubject, OWN_BRAND } from '../store/workspaces/readings.ts';
import type { PageRow, VoiceRow } from './content.ts';
import type { Period } from './period.ts';

const MOST_PAGES = 10;
// The limit for each range of days. Above it, counts of rarely cited pages are too low.
const PAGES_READ = 2_000;
// A query may take 15 seconds. With more keywords, one day is read at a time.
const FEW_KEYWORDS = 1_000;
const FEW_KEYWORDS_DAYS = 31;

export interface Findings {
  voice: VoiceRow[];
  own: PageRow[];
  others: PageRow[];
  models: AnsweringModel[];
}

export interface FindingsQuery {
  workspaceId: string;
  keywordIds: string[];
  period: Period;
  subject: NamedSubject | undefined;
  /** All valid answers of the period, including those without mentions. */
  validAnswers: number;
  keep: () => Promise<void>;
}

/** The findings in the answers of the period: mentioned brands, cited pages and models. */
export async function gatherFindings(db: Db, query: FindingsQuery): Promise<Findings> {
  const { workspaceId, keywordIds, subject } = query;
  const ballots: { brands: string[]; count: number }[] = [];
  const own = new Map<string, CitedPage>();
  const others = new Map<string, CitedPage>();
  const models = new Map<string, AnsweringModel>();
  for (const range of rangesOf(query)) {
    const facts = { keywordIds, range };
    ballots.push(...(await namedTogether(db, workspaceId, facts)));
    addPages(own, await citedPages(db, workspaceId, { ...facts, isOwn: true, limit: PAGES_READ }));
    addPages(others, await citedPages(db, workspaceId, { ...facts, isOwn: false, limit: PAGES_READ }));
    for (const row of await answeringModels(db, workspaceId, facts)) {
      const name = JSON.stringify([row.platform, row.model, row.surface]);
      models.set(name, { ...row, answers: row.answers + (models.get(name)?.answers ?? 0) });
    }
    await query.keep();
  }
  return {
    voice: voiceRows(query, ballots),
    own: topPages(own, subject),
    others: topPages(others, subject),
    models: [...models.values()].sort((a, b) => b.answers - a.answers),
  };
}

function* rangesOf({ keywordIds, period }: FindingsQuery): Generator<DayRange> {
  if (keywordIds.length === 0) return;
  const days = keywordIds.length <= FEW_KEYWORDS ? FEW_KEYWORDS_DAYS : 1;
  for (let since = period.periodStart; since <= period.periodEnd; since = addDays(since, days)) {
    const until = addDays(since, days - 1);
    yield { since, until: until < period.periodEnd ? until : period.periodEnd };
  }
}

function addPages(pages: Map<string, CitedPage>, rows: CitedPage[]): void {
  for (const row of rows) {
    const before = pages.get(row.url);
    pages.set(row.url, before ? { ...before, citations: before.citations + row.citations } : row);
  }
}

function topPages(pages: Map<string, CitedPage>, subject: NamedSubject | undefined): PageRow[] {
  const names = new Map(subject?.competitors.map(({ id, name }) => [id, name]));
  return [...pages.values()]
    .sort((a, b) => b.citations - a.citations || (a.url < b.url ? -1 : 1))
    .slice(0, MOST_PAGES)
    .map(({ url, domain, title = null, ownerId, citations }) => {
      const competitor = ownerId === undefined ? null : (names.get(ownerId) ?? null);
      return { url, domain, title, competitor, citations };
    });
}

/** `share_of_voice` over the answers of the period. Empty if no brand is mentioned. */
function voiceRows(
  { workspaceId, period, subject, validAnswers }: FindingsQuery,
  named: { brands: string[]; count: number }[],
): VoiceRow[] {
  if (!subject) return [];
  const brands = [subject.brand, ...subject.competitors];
  const tracked = new Set(brands.map(({ id }) => id));
  const naming = named.reduce((sum, { count }) => sum + count, 0);
  const ballots = mergeBallots([
    ...named.map(({ brands: ids, count }) => ({ brands: ids.filter((id) => tracked.has(id)), count })),
    { brands: [], count: Math.max(0, validAnswers - naming) },
  ]);
  const random = seededRandom(`${workspaceId} ${period.periodStart} ${period.periodEnd}`);
  const shares = voiceShares(ballots, random);
  if (!shares) return [];
  return brands
    .map(({ id, name }): VoiceRow => {
      const share = shares.get(id);
      const row = { mentions: share?.votes ?? 0, share_of_voice: share?.points ?? 0, interval: share?.interval };
      return { name, is_own: id === OWN_BRAND, ...row, interval: row.interval ?? [0, 0] };
    })
    .sort((a, b) => b.mentions - a.mentions);
}

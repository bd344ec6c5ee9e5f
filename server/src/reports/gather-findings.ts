import { addDays } from '../base/time.ts';
import { readVotes, type VoiceRow, type Votes, voiceRows } from '../insight/share-of-voice.ts';
import { mostCited } from '../store/answers/cited-pages.ts';
import { type AnsweringModel, answeringModels, type CitedPage, citedPages } from '../store/counts/report-facts.ts';
import type { Db } from '../store/db.ts';
import type { DayRange } from '../store/time-range.ts';
import type { NamedSubject } from '../store/workspaces/readings.ts';
import type { PageRow } from './content.ts';
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
  /** Whether these are all keywords. Their findings are kept as sums. */
  isEveryKeyword: boolean;
  period: Period;
  subject: NamedSubject | undefined;
  keep: () => Promise<void>;
}

interface Facts {
  voice: Votes;
  own: Map<string, CitedPage>;
  others: Map<string, CitedPage>;
}

/** The findings in the answers of the period: mentioned brands, cited pages and models. */
export async function gatherFindings(db: Db, query: FindingsQuery): Promise<Findings> {
  const { subject } = query;
  const { voice, own, others } = await (query.isEveryKeyword ? readSums(db, query) : readFacts(db, query));
  return {
    voice: subject ? voiceRows(voice, subject) : [],
    own: topPages(own, subject),
    others: topPages(others, subject),
    models: await readModels(db, query),
  };
}

async function readSums(db: Db, { workspaceId, period }: FindingsQuery): Promise<Facts> {
  const [since, until] = [period.periodStart, period.periodEnd];
  const range = { since: new Date(since), until: new Date(addDays(until, 1)) };
  const pagesOf = async (owner: CitedPage['owner']) =>
    (await mostCited(db, workspaceId, { owner, range, count: MOST_PAGES })).map(({ canonicalUrl: url, ...page }) => ({
      ...page,
      url,
    }));
  const others = [...(await pagesOf('competitor')), ...(await pagesOf('other'))];
  return {
    voice: await readVotes(db, workspaceId, { since, until }),
    own: addPages(new Map(), await pagesOf('own')),
    others: addPages(new Map(), others),
  };
}

async function readFacts(db: Db, query: FindingsQuery): Promise<Facts> {
  const { workspaceId, keywordIds } = query;
  const found: Facts = { voice: { answers: 0, votes: [] }, own: new Map(), others: new Map() };
  for (const range of rangesOf(query)) {
    const facts = { keywordIds, range };
    const { answers, votes } = await readVotes(db, workspaceId, { keywordIds, ...range });
    found.voice = { answers: found.voice.answers + answers, votes: [...found.voice.votes, ...votes] };
    addPages(found.own, await citedPages(db, workspaceId, { ...facts, isOwn: true, limit: PAGES_READ }));
    addPages(found.others, await citedPages(db, workspaceId, { ...facts, isOwn: false, limit: PAGES_READ }));
    await query.keep();
  }
  return found;
}

/** Most answers first. */
async function readModels(db: Db, query: FindingsQuery): Promise<AnsweringModel[]> {
  const models = new Map<string, AnsweringModel>();
  for (const range of rangesOf(query)) {
    for (const row of await answeringModels(db, query.workspaceId, { keywordIds: query.keywordIds, range })) {
      const name = JSON.stringify([row.platform, row.model, row.surface]);
      models.set(name, { ...row, answers: row.answers + (models.get(name)?.answers ?? 0) });
    }
    await query.keep();
  }
  return [...models.values()].sort((a, b) => b.answers - a.answers);
}

function* rangesOf({ keywordIds, period }: FindingsQuery): Generator<DayRange> {
  if (keywordIds.length === 0) return;
  const days = keywordIds.length <= FEW_KEYWORDS ? FEW_KEYWORDS_DAYS : 1;
  for (let since = period.periodStart; since <= period.periodEnd; since = addDays(since, days)) {
    const until = addDays(since, days - 1);
    yield { since, until: until < period.periodEnd ? until : period.periodEnd };
  }
}

function addPages(pages: Map<string, CitedPage>, rows: CitedPage[]): Map<string, CitedPage> {
  for (const row of rows) {
    const before = pages.get(row.url);
    pages.set(row.url, before ? { ...before, citations: before.citations + row.citations } : row);
  }
  return pages;
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

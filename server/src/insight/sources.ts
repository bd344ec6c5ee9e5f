import { createHash } from 'node:crypto';
import { type Classified, classifyPage, type GivenTypes, typeOfDomain } from '../analyze/sources/classify.ts';
import { type RuledType, SOURCE_TYPES, type SourceType } from '../analyze/sources/types.ts';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { nextTurn } from '../base/turns.ts';
import {
  type CountedPage,
  countGroups,
  countPages,
  countSomePages,
  type PagesPart,
} from '../store/answers/cited-pages.ts';
import type { SourceFilter } from '../store/answers/counted-sources.ts';
import {
  type CountedDomain,
  countDomains,
  type DomainDetails,
  describeDomains,
  newestOf,
  sampleOf,
} from '../store/answers/sources.ts';
import type { Db } from '../store/db.ts';
import { keepCounts } from '../store/kept-counts.ts';
import { loadReading, OWN_BRAND } from '../store/workspaces/readings.ts';
import { loadSourceTypes } from '../store/workspaces/source-types.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

export interface SourceDeps {
  db: Db;
  /** The types that the operator sets for domains. */
  sourceTypes?: Record<string, RuledType>;
}

interface ClassifiedPage extends CountedPage, Classified {}

interface Domain extends CountedDomain {
  sourceType: SourceType;
  setBy: 'workspace' | 'operator' | undefined;
  pages: ClassifiedPage[];
}

export interface Source extends Domain, Omit<DomainDetails, 'brands' | 'lastCitedAt'> {
  lastCitedAt: Date | undefined;
  sampleSize: number;
  /** Brands in the answers that cite it, most first. */
  mentioned: { competitorId: string | undefined; name: string; answers: number }[];
}

const MOST_ANSWER_IDS = 5;
const PAGES_PER_TURN = 100;

/** The domains that answers cite, most first: those of one page of the list, with details. */
export async function readSources(
  deps: SourceDeps,
  workspace: Workspace,
  { filter, type, from, count }: { filter: SourceFilter; type?: SourceType | undefined; from: number; count: number },
): Promise<{ sources: Source[]; total: number; sampleSize: number }> {
  const { workspaceId } = workspace;
  const { db } = deps;
  const [sampleSize, counted, given, names] = await Promise.all([
    keepCounts(db, { workspaceId, name: 'sample', filter }, () => sampleOf(db, workspaceId, filter)),
    keepCounts(db, { workspaceId, name: 'cited domains', filter }, () => countDomains(db, workspaceId, filter)),
    loadSourceTypes(db, workspaceId, deps.sourceTypes),
    brandNames(db, workspace),
  ]);
  const partOf = <Item>(list: Item[]) => list.slice(from, from + count);
  // Only this filter needs the types of all domains, and with them all pages.
  const wanted = type === undefined ? partOf(counted) : counted;
  const domains = type === undefined ? wanted.map(({ domain }) => domain) : undefined;
  const pagesOf = await classifyPages(deps, workspaceId, { ...filter, domains });
  await nextTurn();
  const typed = wanted.map((one): Domain => {
    const pages = pagesOf.get(one.domain) ?? [];
    const sourceType = typeOfDomain(pages);
    return { ...one, pages, sourceType, setBy: setterOf(one.domain, sourceType, given) };
  });
  const matching = type === undefined ? typed : typed.filter(({ sourceType }) => sourceType === type);
  const shown = type === undefined ? typed : partOf(matching);
  const asked = { filter, domains: shown.map(({ domain }) => domain), brandIds: [...names.keys()] };
  const details = await keepCounts(db, { workspaceId, name: 'domain details', ...asked }, () =>
    describeDomains(db, workspaceId, { ...asked, answerIds: MOST_ANSWER_IDS }),
  );
  // Nothing if its answers were deleted meanwhile.
  const sources = shown.flatMap((domain) => {
    const found = details.get(domain.domain);
    return found ? [{ ...domain, ...toSource(found, names), sampleSize }] : [];
  });
  return { sources, total: type === undefined ? counted.length : matching.length, sampleSize };
}

function toSource({ brands, ...found }: DomainDetails, names: Map<string, string>) {
  const mentioned = Object.entries(brands)
    .map(([id, answers]) => ({ competitorId: id === OWN_BRAND ? undefined : id, name: names.get(id) ?? id, answers }))
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
  return { ...found, mentioned };
}

/** The pages that answers cite, most first: those of one page of the list, with the sums of all. */
export async function readCitedPages(
  deps: SourceDeps,
  workspaceId: string,
  { type, ...asked }: { filter: SourceFilter; type?: SourceType | undefined; from: number; count: number },
): Promise<PagesPart & { pages: ClassifiedPage[] }> {
  const { db, sourceTypes } = deps;
  if (type === undefined) {
    const [found, given] = await Promise.all([
      keepCounts(db, { workspaceId, name: 'some cited pages', ...asked }, () => countSomePages(db, workspaceId, asked)),
      loadSourceTypes(db, workspaceId, sourceTypes),
    ]);
    return { ...found, pages: found.pages.map((page) => ({ ...page, ...classifyPage(page, given) })) };
  }
  // Only this filter needs the types of all pages.
  const all = (await everyCitedPage(deps, workspaceId, asked.filter)).filter(({ sourceType }) => sourceType === type);
  const citations = all.reduce((sum, page) => sum + page.citations, 0);
  return { pages: all.slice(asked.from, asked.from + asked.count), total: all.length, citations };
}

async function everyCitedPage(
  { db, sourceTypes }: SourceDeps,
  workspaceId: string,
  filter: SourceFilter,
): Promise<ClassifiedPage[]> {
  const [pages, given] = await Promise.all([
    keepCounts(db, { workspaceId, name: 'cited pages', filter }, () => countPages(db, workspaceId, filter)),
    loadSourceTypes(db, workspaceId, sourceTypes),
  ]);
  const classified: ClassifiedPage[] = [];
  for (const some of inBatches(pages, PAGES_PER_TURN)) {
    for (const page of some) classified.push({ ...page, ...classifyPage(page, given) });
    await nextTurn();
  }
  return classified;
}

/** One domain, even if no answer in the range cites it. */
export async function readSource(
  deps: SourceDeps,
  workspace: Workspace,
  filter: SourceFilter & { domain: string },
): Promise<Source> {
  const { sources, sampleSize } = await readSources(deps, workspace, { filter, from: 0, count: 1 });
  const { domain } = filter;
  const uncited = { answers: 0, pages: [], platforms: {}, mentioned: [], mentions: 0, competitorMentions: 0 };
  const unknown = { sourceType: 'unclassified' as const, setBy: undefined, lastCitedAt: undefined, answerIds: [] };
  return sources[0] ?? { domain, ...uncited, ...unknown, sampleSize };
}

export interface TypeCount {
  sourceType: SourceType;
  domains: number;
  pages: number;
  /** Answers that cite at least one page of this type. */
  answers: number;
  sampleSize: number;
}

/** How many answers cite each type of source, in the order of the types. */
export async function countSourceTypes(
  deps: SourceDeps,
  workspaceId: string,
  asked: SourceFilter,
): Promise<TypeCount[]> {
  const { filter, sampleSize } = await keepCounts(deps.db, { workspaceId, name: 'newest sample', asked }, () =>
    newestOf(deps.db, workspaceId, asked),
  );
  const pagesOf = await classifyPages(deps, workspaceId, filter);
  const domains = [...pagesOf].map(([domain, pages]) => ({ domain, pages, sourceType: typeOfDomain(pages) }));
  const groupOf = new Map(domains.map(({ domain, sourceType }) => [domain, sourceType]));
  const groups = createHash('sha1')
    .update(JSON.stringify([...groupOf]))
    .digest('base64');
  const counted = await keepCounts(deps.db, { workspaceId, name: 'source types', filter, groups }, () =>
    countGroups(deps.db, workspaceId, { filter, groupOf }),
  );
  return SOURCE_TYPES.map((sourceType) => {
    const own = domains.filter((one) => one.sourceType === sourceType);
    return {
      sourceType,
      domains: own.length,
      pages: own.reduce((sum, { pages }) => sum + pages.length, 0),
      answers: counted.get(sourceType) ?? 0,
      sampleSize,
    };
  });
}

/** The cited pages by domain. */
async function classifyPages(deps: SourceDeps, workspaceId: string, filter: SourceFilter) {
  return groupBy(await everyCitedPage(deps, workspaceId, filter), ({ domain }) => domain);
}

/** A type that people set does not apply to the pages of brands. */
function setterOf(domain: string, type: SourceType, given: GivenTypes): Domain['setBy'] {
  return type === 'own' || type === 'competitor' ? undefined : given.get(domain)?.setBy;
}

async function brandNames(db: Db, { workspaceId, reading }: Workspace): Promise<Map<string, string>> {
  const subject = await loadReading(db, workspaceId, reading);
  return new Map(subject ? [subject.brand, ...subject.competitors].map(({ id, name }) => [id, name]) : []);
}

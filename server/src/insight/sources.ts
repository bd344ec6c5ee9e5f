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
import { type RangeSums, readSums } from '../store/sums/read.ts';
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
  const [sampleSize, sums, given, names] = await Promise.all([
    sampleOf(db, workspaceId, filter),
    readSums(db, workspaceId, { filter, columns: ['pages', 'domains'] }),
    loadSourceTypes(db, workspaceId, deps.sourceTypes),
    brandNames(db, workspace),
  ]);
  const counted = await countDomains(filter, sums);
  const partOf = <Item>(list: Item[]) => list.slice(from, from + count);
  // Only this filter needs the types of all domains, and with them all pages.
  const wanted = type === undefined ? partOf(counted) : counted;
  const domains = type === undefined ? wanted.map(({ domain }) => domain) : undefined;
  const pagesOf = await classifyPages(db, workspaceId, { filter: { ...filter, domains }, sums, given });
  await nextTurn();
  const typed = wanted.map((one): Domain => {
    const pages = pagesOf.get(one.domain) ?? [];
    const sourceType = typeOfDomain(pages);
    return { ...one, pages, sourceType, setBy: setterOf(one.domain, sourceType, given) };
  });
  const matching = type === undefined ? typed : typed.filter(({ sourceType }) => sourceType === type);
  const shown = type === undefined ? typed : partOf(matching);
  const asked = { filter, sums, domains: shown.map(({ domain }) => domain), brandIds: [...names.keys()] };
  const details = await describeDomains(db, workspaceId, { ...asked, answerIds: MOST_ANSWER_IDS });
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
  const { db } = deps;
  const given = await loadSourceTypes(db, workspaceId, deps.sourceTypes);
  if (type === undefined) {
    const found = await countSomePages(db, workspaceId, asked);
    return { ...found, pages: found.pages.map((page) => ({ ...page, ...classifyPage(page, given) })) };
  }
  // Only this filter needs the types of all pages.
  const { filter } = asked;
  const sums = await readSums(db, workspaceId, { filter, columns: ['pages'] });
  const every = await everyCitedPage(db, workspaceId, { filter, sums, given });
  const all = every.filter(({ sourceType }) => sourceType === type);
  const citations = all.reduce((sum, page) => sum + page.citations, 0);
  return { pages: all.slice(asked.from, asked.from + asked.count), total: all.length, citations };
}

interface Given {
  filter: SourceFilter;
  sums: RangeSums;
  given: GivenTypes;
}

async function everyCitedPage(db: Db, workspaceId: string, { given, ...counted }: Given): Promise<ClassifiedPage[]> {
  const classified: ClassifiedPage[] = [];
  for (const some of inBatches(await countPages(db, workspaceId, counted), PAGES_PER_TURN)) {
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
  const { db } = deps;
  const { filter, sampleSize } = await newestOf(db, workspaceId, asked);
  const [sums, given] = await Promise.all([
    readSums(db, workspaceId, { filter, columns: ['pages'] }),
    loadSourceTypes(db, workspaceId, deps.sourceTypes),
  ]);
  const pagesOf = await classifyPages(db, workspaceId, { filter, sums, given });
  const domains = [...pagesOf].map(([domain, pages]) => ({ domain, pages, sourceType: typeOfDomain(pages) }));
  const groupOf = new Map(domains.map(({ domain, sourceType }) => [domain, sourceType]));
  const counted = await countGroups(db, workspaceId, { filter, groupOf });
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
async function classifyPages(db: Db, workspaceId: string, counted: Given) {
  return groupBy(await everyCitedPage(db, workspaceId, counted), ({ domain }) => domain);
}

/** A type that people set does not apply to the pages of brands. */
function setterOf(domain: string, type: SourceType, given: GivenTypes): Domain['setBy'] {
  return type === 'own' || type === 'competitor' ? undefined : given.get(domain)?.setBy;
}

async function brandNames(db: Db, { workspaceId, reading }: Workspace): Promise<Map<string, string>> {
  const subject = await loadReading(db, workspaceId, reading);
  return new Map(subject ? [subject.brand, ...subject.competitors].map(({ id, name }) => [id, name]) : []);
}

import { type Classified, classifyPage, type GivenTypes, typeOfDomain } from '../analyze/sources/classify.ts';
import { type RuledType, SOURCE_TYPES, type SourceType } from '../analyze/sources/types.ts';
import {
  type CountedPage,
  countDomains,
  countGroups,
  countPages,
  describeSources,
  type SourceDetails,
  type SourceFilter,
  sampleOf,
} from '../store/answers/sources.ts';
import type { Db } from '../store/db.ts';
import { loadReading, OWN_BRAND } from '../store/workspaces/readings.ts';
import { loadSourceTypes } from '../store/workspaces/source-types.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

export interface SourceDeps {
  db: Db;
  /** The types that the operator sets for domains. */
  sourceTypes?: Record<string, RuledType>;
}

interface ClassifiedPage extends CountedPage, Classified {}

interface Domain {
  domain: string;
  sourceType: SourceType;
  setBy: 'workspace' | 'operator' | undefined;
  answers: number;
  pages: ClassifiedPage[];
}

export interface Source extends Domain, Omit<SourceDetails, 'brands' | 'lastCitedAt'> {
  lastCitedAt: Date | undefined;
  sampleSize: number;
  /** Brands in the answers that cite it, most first. */
  mentioned: { competitorId: string | undefined; name: string; answers: number }[];
}

const MOST_ANSWER_IDS = 5;

/** The domains that answers cite, most first: those of one page of the list, with details. */
export async function readSources(
  deps: SourceDeps,
  workspace: Workspace,
  {
    filter: asked,
    type,
    from,
    count,
  }: { filter: SourceFilter; type?: SourceType | undefined; from: number; count: number },
): Promise<{ sources: Source[]; total: number; sampleSize: number }> {
  const { db } = deps;
  const { workspaceId } = workspace;
  const { filter, sampleSize, domains } = await classifyDomains(deps, workspaceId, asked);
  const matching = type === undefined ? domains : domains.filter(({ sourceType }) => sourceType === type);
  const shown = matching.slice(from, from + count);
  const [details, names] = await Promise.all([
    describeSources(db, workspaceId, {
      filter,
      domains: shown.map(({ domain }) => domain),
      answerIds: MOST_ANSWER_IDS,
    }),
    brandNames(db, workspace),
  ]);
  const detailsOf = new Map(details.map((one) => [one.domain, one]));
  const sources = shown.flatMap((domain) => {
    const found = detailsOf.get(domain.domain);
    if (!found) return [];
    const { brands, ...rest } = found;
    const mentioned = Object.entries(brands)
      .map(([id, answers]) => ({ competitorId: id === OWN_BRAND ? undefined : id, name: names.get(id) ?? id, answers }))
      .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
    return [{ ...domain, ...rest, sampleSize, mentioned }];
  });
  return { sources, total: matching.length, sampleSize };
}

/** The pages that answers cite, most first. */
export async function readCitedPages(
  { db, sourceTypes }: SourceDeps,
  workspaceId: string,
  { filter, type }: { filter: SourceFilter; type: SourceType | undefined },
): Promise<ClassifiedPage[]> {
  const [pages, given] = await Promise.all([
    countPages(db, workspaceId, filter),
    loadSourceTypes(db, workspaceId, sourceTypes),
  ]);
  const classified = pages.map((page) => ({ ...page, ...classifyPage(page, given) }));
  return type === undefined ? classified : classified.filter(({ sourceType }) => sourceType === type);
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
  const { filter, sampleSize, domains } = await classifyDomains(deps, workspaceId, asked);
  const groupOf = new Map(
    domains.flatMap(({ sourceType, pages }) => pages.map(({ pageKey }) => [pageKey, sourceType])),
  );
  const counted = await countGroups(deps.db, workspaceId, { filter, groupOf });
  return SOURCE_TYPES.map((sourceType) => {
    const own = domains.filter((one) => one.sourceType === sourceType);
    return {
      sourceType,
      domains: own.length,
      pages: own.reduce((sum, { pages }) => sum + pages.length, 0),
      answers: counted.find(({ name }) => name === sourceType)?.answers ?? 0,
      sampleSize,
    };
  });
}

async function classifyDomains({ db, sourceTypes }: SourceDeps, workspaceId: string, asked: SourceFilter) {
  const { sampleSize, range } = await sampleOf(db, workspaceId, asked);
  const filter = { ...asked, range };
  const [pages, counted, given] = await Promise.all([
    countPages(db, workspaceId, filter),
    countDomains(db, workspaceId, filter),
    loadSourceTypes(db, workspaceId, sourceTypes),
  ]);
  const pagesOf = new Map<string, ClassifiedPage[]>();
  for (const page of pages) {
    const classified = { ...page, ...classifyPage(page, given) };
    const known = pagesOf.get(page.domain);
    if (known) known.push(classified);
    else pagesOf.set(page.domain, [classified]);
  }
  const domains = counted.map(({ domain, answers }): Domain => {
    const own = pagesOf.get(domain) ?? [];
    const sourceType = typeOfDomain(own);
    return { domain, answers, pages: own, sourceType, setBy: setterOf(domain, sourceType, given) };
  });
  return { filter, sampleSize, domains };
}

/** A type that people set does not apply to the pages of brands. */
function setterOf(domain: string, type: SourceType, given: GivenTypes): Domain['setBy'] {
  return type === 'own' || type === 'competitor' ? undefined : given.get(domain)?.setBy;
}

async function brandNames(db: Db, { workspaceId, reading }: Workspace): Promise<Map<string, string>> {
  const subject = await loadReading(db, workspaceId, reading);
  return new Map(subject ? [subject.brand, ...subject.competitors].map(({ id, name }) => [id, name]) : []);
}

import { classifyPage, type GivenTypes, type SourcePage, typeOfDomain } from '../analyze/sources/classify.ts';
import type { PageType, RuledType, SourceType } from '../analyze/sources/types.ts';
import { findGaps, type GapEffect } from '../score/gap-effect.ts';
import type { GapAnswers, GapKind } from '../store/answers/gap-answers.ts';
import { countCells, type GapSource } from '../store/answers/gap-cells.ts';
import { findInParts, type GapFilter, gapKeywords } from '../store/answers/gap-counts.ts';
import { findEvidence, type GapEvidence, type PageCount, readPages } from '../store/answers/gap-evidence.ts';
import { readScatter } from '../store/counts/judged-groups.ts';
import type { Db } from '../store/db.ts';
import { keepCounts } from '../store/kept-counts.ts';
import type { TimeRange } from '../store/time-range.ts';
import { loadReading } from '../store/workspaces/readings.ts';
import { loadSourceTypes } from '../store/workspaces/source-types.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { ASSUMED_SCATTER } from './scatter-of-answers.ts';

/** A source or search after which answers mention competitors and not the brand. */
export interface Gap extends GapEffect {
  kind: GapKind;
  /** The domain, the canonical URL of the page, or the query. */
  source: string;
  title: string | undefined;
  /** Undefined for a query. */
  sourceType: SourceType | undefined;
  /** Undefined unless it is a page. */
  pageType: PageType | undefined;
  keywordId: string;
  keyword: string;
  platform: string;
  competitors: { competitorId: string; name: string; answers: number }[];
  answers: number;
  sampleSize: number;
  answerIds: string[];
  phi: number;
}

export interface GapsQuery {
  keywordId?: string | undefined;
  platform?: string | undefined;
  kind?: GapKind | undefined;
  sourceType?: SourceType | undefined;
  competitorId?: string | undefined;
  range: TimeRange;
  /** The operator's types of domains. */
  sourceTypes: Record<string, RuledType> | undefined;
  /** The part of the list that is returned. */
  from: number;
  count: number;
}

/** Later ones have small effects. */
const MOST_GAPS = 200;

/** Gaps, largest effect first. A filter selects from them: it does not change what counts as a gap. */
export async function readGaps(
  db: Db,
  { workspaceId, reading }: Pick<Workspace, 'workspaceId' | 'reading'>,
  query: GapsQuery,
): Promise<{ gaps: Gap[]; total: number }> {
  const keywords = await gapKeywords(db, workspaceId, query.keywordId);
  const keywordIds = keywords.map(({ keywordId }) => keywordId);
  const [subject, given, all] = await Promise.all([
    loadReading(db, workspaceId, reading),
    loadSourceTypes(db, workspaceId, query.sourceTypes),
    findInCells(db, workspaceId, { keywordIds, platform: query.platform, range: query.range }),
  ]);
  const found = all.filter(({ source: { kind } }) => query.kind === undefined || query.kind === kind);
  const partOf = <Item>(list: Item[]) => list.slice(query.from, query.from + query.count);
  // Only these filters need the pages of all gaps.
  const isPartKnown = query.sourceType === undefined && query.competitorId === undefined;
  const shown = isPartKnown ? partOf(found) : found;
  const pages = await readPages(
    db,
    workspaceId,
    shown.flatMap((gap) => gap.pages),
  );
  const names = {
    keywords: new Map(keywords.map(({ keywordId, keyword }) => [keywordId, keyword])),
    competitors: new Map(subject?.competitors.map(({ id, name }) => [id, name])),
  };
  const gaps = shown.flatMap((gap) => describe(gap, { pages, names, given }));
  if (isPartKnown) return { gaps, total: found.length };
  const matching = gaps
    .filter(({ sourceType }) => query.sourceType === undefined || query.sourceType === sourceType)
    .filter(({ competitors }) =>
      [undefined, ...competitors.map((one) => one.competitorId)].includes(query.competitorId),
    );
  return { gaps: partOf(matching), total: matching.length };
}

type Found = GapEffect & GapEvidence & { source: GapSource; sampleSize: number; phi: number };

async function findInCells(db: Db, workspaceId: string, filter: GapFilter): Promise<Found[]> {
  const scatterOf = await readScatter(db, workspaceId, filter.keywordIds);
  const findIn = (answers: GapAnswers) =>
    countCells(answers).flatMap(({ keywordId, platform, answers: sampleSize, candidates }) => {
      const scatter = scatterOf(keywordId)(Infinity).get(platform) ?? ASSUMED_SCATTER;
      const phi = Math.max(1, scatter.phi);
      const found = findGaps(candidates, { answers: sampleSize, scatter });
      return found.map((gap) => ({ ...gap, sampleSize, phi, findEvidence: () => findEvidence(answers, gap.source) }));
    });
  const scatter = filter.keywordIds.map((keywordId) => [...scatterOf(keywordId)(Infinity)]);
  return keepCounts(db, { workspaceId, name: 'gaps', ...filter, scatter }, async () => {
    const found = await findInParts(db, workspaceId, { filter, find: findIn });
    const largest = found.sort(byEffect).slice(0, MOST_GAPS);
    return largest.map(({ findEvidence, ...gap }) => ({ ...gap, ...findEvidence() }));
  });
}

type Ranked = Pick<Found, 'effect' | 'source'>;

function byEffect(a: Ranked, b: Ranked): number {
  return b.effect - a.effect || (keyOf(a) < keyOf(b) ? -1 : 1);
}

function keyOf({ source: { keywordId, platform, kind, source } }: Ranked): string {
  return [keywordId, platform, kind, source].join(' ');
}

interface Known {
  pages: Map<PageCount, SourcePage>;
  names: Record<'keywords' | 'competitors', Map<string, string>>;
  given: GivenTypes;
}

/** Nothing if its answers were deleted meanwhile. */
function describe({ source: { source, kind, ...place }, ...found }: Found, known: Known): Gap[] {
  const { pages: counts, query, competitors, ...effect } = found;
  const pages = counts.flatMap((count) => {
    const page = known.pages.get(count);
    return page ? [{ ...page, ...classifyPage(page, known.given), citations: count.citations }] : [];
  });
  if (kind !== 'query' && pages.length === 0) return [];
  const page = kind === 'page' ? pages[0] : undefined;
  return [
    {
      ...effect,
      ...place,
      kind,
      source: page?.canonicalUrl ?? query ?? source,
      title: page?.title || undefined,
      sourceType: kind === 'query' ? undefined : typeOfDomain(pages),
      pageType: page?.pageType,
      keyword: known.names.keywords.get(place.keywordId) ?? '',
      competitors: competitors.map((one) => ({
        ...one,
        name: known.names.competitors.get(one.competitorId) ?? '',
      })),
    },
  ];
}

import { classifyPage, type GivenTypes, typeOfDomain } from '../analyze/sources/classify.ts';
import type { PageType, RuledType, SourceType } from '../analyze/sources/types.ts';
import { findGaps, type GapEffect } from '../score/gap-effect.ts';
import type { GapCell, GapKind, GapSource } from '../store/answers/gap-cells.ts';
import { countGaps, gapKeywords } from '../store/answers/gap-counts.ts';
import { type GapEvidence, readGapEvidence } from '../store/answers/gap-evidence.ts';
import type { GapFilter } from '../store/answers/gap-facts.ts';
import { readScatter } from '../store/counts/judged-groups.ts';
import type { Db } from '../store/db.ts';
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
  // Only these filters need the evidence of all gaps.
  const isPartKnown = query.sourceType === undefined && query.competitorId === undefined;
  const shown = isPartKnown ? partOf(found) : found;
  const sources = shown.map(({ source }) => source);
  const evidence = await readGapEvidence(db, workspaceId, { gaps: sources, range: query.range });
  const names = {
    keywords: new Map(keywords.map(({ keywordId, keyword }) => [keywordId, keyword])),
    competitors: new Map(subject?.competitors.map(({ id, name }) => [id, name])),
  };
  const gaps = shown.flatMap((gap, index) => describe(gap, { evidence: evidence[index], names, given }));
  if (isPartKnown) return { gaps, total: found.length };
  const matching = gaps
    .filter(({ sourceType }) => query.sourceType === undefined || query.sourceType === sourceType)
    .filter(({ competitors }) =>
      [undefined, ...competitors.map((one) => one.competitorId)].includes(query.competitorId),
    );
  return { gaps: partOf(matching), total: matching.length };
}

type Found = GapEffect & { source: GapSource; sampleSize: number; phi: number };

async function findInCells(db: Db, workspaceId: string, filter: GapFilter): Promise<Found[]> {
  const [cells, scatterOf] = await Promise.all([
    countGaps(db, workspaceId, filter),
    readScatter(db, workspaceId, filter.keywordIds),
  ]);
  const findIn = ({ keywordId, platform, answers, candidates }: GapCell): Found[] => {
    const scatter = scatterOf(keywordId)(Infinity).get(platform) ?? ASSUMED_SCATTER;
    const phi = Math.max(1, scatter.phi);
    return findGaps(candidates, { answers, scatter }).map((gap) => ({ ...gap, sampleSize: answers, phi }));
  };
  const order = (a: Found, b: Found) => b.effect - a.effect || (keyOf(a) < keyOf(b) ? -1 : 1);
  return cells.flatMap(findIn).sort(order).slice(0, MOST_GAPS);
}

function keyOf({ source: { keywordId, platform, kind, source } }: Found): string {
  return [keywordId, platform, kind, source].join(' ');
}

interface Known {
  evidence: GapEvidence | undefined;
  names: Record<'keywords' | 'competitors', Map<string, string>>;
  given: GivenTypes;
}

/** Nothing if its answers were deleted meanwhile. */
function describe({ source: { source, kind, ...place }, ...found }: Found, { evidence, names, given }: Known): Gap[] {
  if (!evidence || evidence.answers === 0) return [];
  const { pages, query, competitors, answers, answerIds } = evidence;
  const types = pages.map((page) => ({ ...classifyPage(page, given), citations: page.citations }));
  const page = kind === 'page' ? pages[0] : undefined;
  return [
    {
      ...found,
      ...place,
      kind,
      source: page?.canonicalUrl ?? query ?? source,
      title: page?.title || undefined,
      sourceType: kind === 'query' ? undefined : typeOfDomain(types),
      pageType: page && types[0]?.pageType,
      keyword: names.keywords.get(place.keywordId) ?? '',
      competitors: competitors.map((one) => ({ ...one, name: names.competitors.get(one.competitorId) ?? '' })),
      answers,
      answerIds,
    },
  ];
}

import { groupBy } from '../base/group-by.ts';
import { daysBetween } from '../base/time.ts';
import type { Scatter } from '../score/scatter.ts';
import { WINDOW_DAYS, windowOf } from '../score/window.ts';
import {
  type MentioningAnswers,
  mentionsInPeriods,
  type SourceCell,
  sourcesInPeriods,
} from '../store/answers/answers-in-periods.ts';
import { platformScatter, readScatter } from '../store/counts/judged-groups.ts';
import { type BrandCell, brandsInPeriods } from '../store/counts/period-counts.ts';
import type { Db } from '../store/db.ts';
import { promptsOf } from '../store/keywords/panels.ts';
import { loadReading, type NamedBrand, OWN_BRAND } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { type ComparedShare, cellOf, compareShares, type FoundIn } from './compared-shares.ts';
import type { DescribedPart } from './describe-split.ts';
import { type DifferingAnswer, findDifferingAnswers } from './differing-answers.ts';
import { scatterOfAnswers } from './scatter-of-answers.ts';
import type { PeriodsQuery } from './split-periods.ts';
import { describeWhy } from './why-text.ts';

/** What else changed in the same answers. Shares cover the prompts that were answered in both periods. */
export interface Why {
  /** What was found, in sentences. */
  summary: string[];
  prompts: ({ promptId: string; prompt: string } & ComparedShare)[];
  /** The other tracked brands. Your own has the id `brand`. */
  brands: ({ competitorId: string; name: string } & ComparedShare)[];
  /** Clear changes, or the largest. */
  sources: ({ domain: string; owner: SourceCell['owner'] } & ComparedShare)[];
  sourcesCompared: number;
  /** One answer with the mention and one without it. Empty if there are no two that differ. */
  examples: DifferingAnswer[];
}

export interface WhyQuery extends PeriodsQuery {
  split: { points: number; parts: DescribedPart[] };
}

/** A source in fewer answers cannot have changed clearly. */
const LEAST_CITING = 5;
const MOST_SOURCES = 50;
const [SHOWN, MOST_SHOWN] = [5, 20];
/** The newest of the parts that the first period is divided into. */
const MOST_PARTS = 12;

/** Which prompts changed, who is mentioned instead, and which sources were gained and lost. */
export async function explainChange(db: Db, workspaceId: string, query: WhyQuery): Promise<Why> {
  const { keywordId, platform, before, now, reading, brandId } = query;
  const length = daysBetween(before.fromDay, before.toDay) + 1;
  const periods = { keywordId, platform, before, now, days: Math.max(WINDOW_DAYS, Math.ceil(length / MOST_PARTS)) };
  const [cells, cited, mentioning, prompts, subject] = await Promise.all([
    brandsInPeriods(db, workspaceId, { ...periods, reading }),
    sourcesInPeriods(db, workspaceId, periods),
    mentionsInPeriods(db, workspaceId, periods),
    promptsOf(db, workspaceId, keywordId),
    loadReading(db, workspaceId, reading),
  ]);
  const answers = sharedAnswers(cells);
  const brands = subject ? [{ ...subject.brand, id: OWN_BRAND }, ...subject.competitors] : [];
  const scatterOf = await scatterOfBrands(db, workspaceId, { query, brands, answers });
  const basis = { cells, answers, mentioning };
  const texts = new Map(prompts.map(({ promptId, text }) => [promptId, text]));
  const ofPrompts = compareShares(
    [...groupBy(answers, ({ promptId }) => promptId)].map(([promptId, mine]) => ({
      ...mentionsOf(brandId, { ...basis, answers: mine }),
      about: { promptId, prompt: texts.get(promptId) ?? '' },
      scatter: scatterOf(brandId),
    })),
  );
  const others = brands.filter(({ id }) => id !== brandId);
  const ofBrands = compareShares(
    others.map(({ id, name }) => ({
      ...mentionsOf(id, basis),
      about: { competitorId: id, name },
      scatter: scatterOf(id),
    })),
  );
  const ofSources = compareShares(sourcesOf(cited, answers));
  const found = { prompts: ofPrompts, brands: ofBrands, sources: ofSources };
  return {
    summary: describeWhy(found, query),
    prompts: shown(ofPrompts, MOST_SHOWN),
    brands: shown(ofBrands, MOST_SHOWN),
    sources: shown(ofSources, SHOWN),
    sourcesCompared: ofSources.length,
    examples: await findDifferingAnswers(db, workspaceId, { ...query, periods, answers, cells, mentioning, brands }),
  };
}

/** Clear changes, and others if there are few. */
function shown<Row extends ComparedShare>(rows: Row[], least: number): Row[] {
  const clear = rows.filter(({ change }) => change !== 'no_clear_change').length;
  return rows.slice(0, Math.min(MOST_SHOWN, Math.max(least, clear)));
}

/** The valid answers to prompts that were answered in both periods. */
function sharedAnswers(cells: BrandCell[]): BrandCell[] {
  const answers = cells.filter(({ brandId, n }) => brandId === '' && n > 0);
  const [now, before] = [true, false].map(
    (isNow) => new Set(answers.filter(({ ago }) => (ago === 0) === isNow).map(cellOf)),
  );
  return answers.filter((cell) => now?.has(cellOf(cell)) && before?.has(cellOf(cell)));
}

interface MentionsBasis {
  cells: BrandCell[];
  answers: BrandCell[];
  mentioning: MentioningAnswers[];
}

function mentionsOf(brandId: string, { cells, answers, mentioning }: MentionsBasis) {
  const included = new Set(answers.map(cellOf));
  const isMine = (cell: { brandId: string; platform: string; promptId: string }) =>
    cell.brandId === brandId && included.has(cellOf(cell));
  return { answers, found: cells.filter(isMine), ids: mentioning.filter(isMine) };
}

/** The most cited domains. How much they vary is measured in the first period. */
function sourcesOf(cited: SourceCell[], answers: BrandCell[]): FoundIn<Pick<SourceCell, 'domain' | 'owner'>>[] {
  const included = new Set(answers.map(cellOf));
  const groups = groupBy(
    cited.filter((cell) => included.has(cellOf(cell))),
    ({ domain, owner }) => `${domain} ${owner}`,
  );
  const counted = [...groups.values()].map((cells) => ({ cells, citing: cells.reduce((sum, { k }) => sum + k, 0) }));
  const most = counted.filter(({ citing }) => citing >= LEAST_CITING).sort((a, b) => b.citing - a.citing);
  return most.slice(0, MOST_SOURCES).flatMap(({ cells }) => {
    const [first] = cells;
    if (!first) return [];
    const about = { domain: first.domain, owner: first.owner };
    return [{ about, answers, found: cells, ids: cells, scatter: undefined }];
  });
}

interface ScatterQuery {
  query: PeriodsQuery;
  brands: NamedBrand[];
  answers: BrandCell[];
}

/** How much the answers about a brand vary: on the platform where they vary most. */
async function scatterOfBrands(db: Db, workspaceId: string, { query, brands, answers }: ScatterQuery) {
  const [ofKeyword, ofBrands, workspace] = await Promise.all([
    readScatter(db, workspaceId, [query.keywordId]),
    platformScatter(
      db,
      workspaceId,
      brands.map(({ id }) => id),
    ),
    findWorkspace(db, workspaceId),
  ]);
  const window = windowOf(workspace?.firstDay ?? query.now.fromDay, query.now.fromDay);
  const platforms = [...new Set(answers.map(({ platform }) => platform))];
  return (brandId: string): Scatter | undefined => {
    const known = scatterOfAnswers(ofBrands, { brandId, platforms });
    const own = brandId === OWN_BRAND ? ofKeyword(query.keywordId)(window) : new Map<string, Scatter>();
    const all = platforms.flatMap((platform) => own.get(platform) ?? known.get(platform) ?? []);
    return all.sort((a, b) => b.phi - a.phi)[0];
  };
}

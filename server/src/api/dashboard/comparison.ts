import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { tidied } from '../../base/tidy.ts';
import { daysBetween } from '../../base/time.ts';
import {
  type ComparedFigure,
  type ComparedPeriods,
  compareBrands,
  compareKeywords,
  comparePlatforms,
  compareTagged,
  compareTotals,
} from '../../insight/compared-figures.ts';
import { countComparedKeywords } from '../../store/counts/overview-counts.ts';
import { reportKeywords } from '../../store/counts/report-facts.ts';
import type { Db } from '../../store/db.ts';
import { keywordNames } from '../../store/keywords/keywords.ts';
import { type Route, route } from '../route.ts';
import * as schemas from '../v1/schemas.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

const LONGEST_DAYS = 400;
/** The oldest: more would take too long. */
const MOST_KEYWORDS = 1_000;
const MOST_ROWS = 20;

export const comparisonQuery = z.object({
  since: schemas.day,
  until: schemas.day,
  compare_since: schemas.day,
  compare_until: schemas.day,
  by: z.enum(['total', 'brand', 'keyword']).default('total'),
  platform: z.string().optional(),
  tag: tidied.optional(),
  keyword_id: z.string().optional(),
});
type Query = z.output<typeof comparisonQuery>;

/** Two periods side by side, for the pages that show a range. */
export function comparisonRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...declared('GET /:mode/comparison'),
      load: 'read',
      scope: 'read',
      query: comparisonQuery,
      async handle({ caller, query: asked }) {
        const periods = periodsOf(asked);
        const { rows, keywords } = await compare(db, caller.workspaceId, { ...asked, ...periods });
        const period = ({ fromDay, toDay }: ComparedPeriods['now']) => ({ since: fromDay, until: toDay });
        const data = rows.slice(0, MOST_ROWS).map(toWire);
        const body = {
          now: period(periods.now),
          before: period(periods.before),
          total: rows.length,
          keywords,
          rows: data,
        };
        return { body };
      },
    }),
  ];
}

function periodsOf(asked: Query): ComparedPeriods {
  const now = { fromDay: asked.since, toDay: asked.until };
  const before = { fromDay: asked.compare_since, toDay: asked.compare_until };
  for (const [name, { fromDay, toDay }] of Object.entries({ since: now, compare_since: before })) {
    if (fromDay > toDay) throw new ApiError(422, `${name}: must not be after ${name.replace('since', 'until')}`);
    if (daysBetween(fromDay, toDay) > LONGEST_DAYS) {
      throw new ApiError(422, `${name}: must be at most ${LONGEST_DAYS} days before ${name.replace('since', 'until')}`);
    }
  }
  // The same answers on both sides could not be compared.
  if (before.toDay >= now.fromDay) throw new ApiError(422, 'compare_until: must be before since');
  return { now, before, platform: asked.platform };
}

/** Sums over keywords, or each keyword on its own. */
async function compare(
  db: Db,
  workspaceId: string,
  { by, tag, keyword_id: keywordId, ...periods }: ComparedPeriods & Pick<Query, 'by' | 'tag' | 'keyword_id'>,
) {
  const tagged = tag === undefined ? undefined : await reportKeywords(db, workspaceId, { keywordIds: [], tags: [tag] });
  const keywordIds = tagged?.map((keyword) => keyword.keywordId);
  if (by === 'keyword' || (by === 'total' && keywordId !== undefined)) {
    const chosen = { ...periods, keywordId, keywordIds };
    return { rows: await compareEach(db, workspaceId, chosen), keywords: null };
  }
  const together = by === 'total' ? { ...periods, keywordIds } : periods;
  const rows = await (by === 'brand' ? compareBrands : compareSums)(db, workspaceId, together);
  return { rows, keywords: await countComparedKeywords(db, workspaceId, together) };
}

function compareSums(
  db: Db,
  workspaceId: string,
  { keywordIds, ...periods }: ComparedPeriods & { keywordIds?: string[] | undefined },
): Promise<ComparedFigure[]> {
  if (keywordIds) return compareTagged(db, workspaceId, { ...periods, keywordIds });
  return compareTotals(db, workspaceId, periods);
}

async function compareEach(
  db: Db,
  workspaceId: string,
  {
    keywordId,
    keywordIds,
    ...periods
  }: ComparedPeriods & { keywordId: string | undefined; keywordIds: string[] | undefined },
): Promise<ComparedFigure[]> {
  const wanted = new Set(keywordId === undefined ? keywordIds : [keywordId]);
  const all = [...(await keywordNames(db, workspaceId))];
  const isWanted = ([id]: [string, unknown]) => (keywordId ?? keywordIds) === undefined || wanted.has(id);
  const keywords = new Map(all.filter(isWanted).slice(0, MOST_KEYWORDS));
  return (keywordId === undefined ? compareKeywords : comparePlatforms)(db, workspaceId, { ...periods, keywords });
}

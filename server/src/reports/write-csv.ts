import { csvLine } from '../base/csv.ts';
import { groupBy } from '../base/group-by.ts';
import { inBatches } from '../base/in-batches.ts';
import { daysBehind, scorePoints } from '../insight/history.ts';
import type { WindowScore } from '../score/window.ts';
import { type ReportKeyword, reportKeywords } from '../store/counts/report-facts.ts';
import { countsByPeriod } from '../store/days/counts.ts';
import { readOutcomes } from '../store/days/outcomes.ts';
import type { Db } from '../store/db.ts';
import type { ToGather } from './gather.ts';
import { lengthOf } from './gather-numbers.ts';

/** The number of keyword-days in memory at the same time: about 40,000 rows of counts. */
const KEYWORD_DAYS = 2_000;
/** The number of keywords per query for their platforms. */
const PLATFORMS_BATCH = 100;

/**
 * One row per keyword and day of the period, each the score of the seven days that end on it: the points of `GET
 * /visibility/{keyword_id}`. Days without a valid answer are left out.
 */
export async function* writeCsv(db: Db, { workspace, report, keep }: ToGather): AsyncGenerator<string> {
  const { workspaceId } = workspace;
  const range = { since: report.periodStart, until: report.periodEnd };
  const keywords = await reportKeywords(db, workspaceId, report);
  const found = new Set<string>();
  for (const batch of inBatches(keywords, PLATFORMS_BATCH)) {
    const keywordIds = batch.map(({ keywordId }) => keywordId);
    for (const { platform } of await readOutcomes(db, workspaceId, { keywordIds, ...range })) found.add(platform);
    await keep();
  }
  const platforms = [...found].sort();
  yield csvLine([...COLUMNS, ...platforms]);
  for (const batch of inBatches(keywords, Math.max(1, Math.floor(KEYWORD_DAYS / lengthOf(report))))) {
    const query = { keywordIds: batch.map(({ keywordId }) => keywordId), lastDay: range.until, ...daysBehind(range) };
    const counts = groupBy(await countsByPeriod(db, workspaceId, query), ({ keywordId }) => keywordId);
    yield batch
      .flatMap((keyword) =>
        scorePoints(counts.get(keyword.keywordId) ?? [], { ...range, stepDays: 1 }).map(({ date, score }) =>
          csvLine(cellsOf(keyword, { date, score, platforms })),
        ),
      )
      .join('');
    await keep();
  }
}

const COLUMNS = [
  'date',
  'keyword_id',
  'keyword',
  'visibility_score',
  'interval_low',
  'interval_high',
  'mentions',
  'citations',
  'sample_size',
];

interface Point {
  date: string;
  score: WindowScore;
  platforms: string[];
}

function cellsOf({ keywordId, keyword }: ReportKeyword, { date, score, platforms }: Point): unknown[] {
  const { overall, citations } = score;
  const numbers = [overall.score, ...overall.interval, overall.k, citations, overall.n];
  const perPlatform = platforms.map((platform) => score.platforms.get(platform)?.score);
  return [date, keywordId, keyword, ...numbers, ...perPlatform];
}

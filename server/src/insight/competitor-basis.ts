import type { BrandVotes } from '../score/share-of-voice.ts';
import { readTotals, type TotalsQuery } from '../store/counts/workspace-totals.ts';
import { countBrands, countBrandVotes } from '../store/days/brands.ts';
import { currentDays } from '../store/days/read.ts';
import type { Db } from '../store/db.ts';

/** The counts that competitor scores are computed from. */
export interface Basis {
  /** The alias set versions of the answers: more than one only during a re-analysis. */
  readings: number[];
  counts: BasisCount[];
  votes: (BrandVotes & { day: string; reading: number })[];
}

interface BasisCount {
  day: string;
  reading: number;
  platform: string;
  promptId: string;
  /** Undefined in rows that count all answers, with or without mentions. */
  brandId: string | undefined;
  valid: number;
  named: number;
  cited: number;
}

/** Over all keywords, all answers are weighted equally: a platform's answers count as answers to one prompt. */
export async function basisOfWorkspace(db: Db, workspaceId: string, query: TotalsQuery): Promise<Basis> {
  const { days, findings } = await readTotals(db, workspaceId, query);
  return {
    readings: [...new Set(days.map(({ reading }) => reading))],
    counts: [
      ...days.map((row) => ({
        ...placeOf(row),
        promptId: '',
        brandId: undefined,
        valid: row.valid,
        named: 0,
        cited: 0,
      })),
      ...findings.map((row) => ({
        ...placeOf(row),
        promptId: '',
        brandId: row.brandId,
        valid: 0,
        named: row.named,
        cited: row.cited,
      })),
    ],
    votes: findings
      .filter(({ named }) => named > 0)
      .map((row) => ({ ...placeOf(row), brandId: row.brandId, brandsNamed: row.brandsNamed, votes: row.named })),
  };
}

/** For one keyword, all prompts are weighted equally, as in the keyword's own record. */
export async function basisOfKeyword(
  db: Db,
  workspaceId: string,
  { keywordId, from, to, platform, splitAt }: TotalsQuery & { keywordId: string },
): Promise<Basis> {
  const query = {
    ...(await currentDays(db, workspaceId, { keywordIds: [keywordId], since: from, until: to })),
    periodOf: (day: string) => (splitAt === undefined ? day : day < splitAt ? from : splitAt),
    platform,
  };
  const [counts, { votes }] = await Promise.all([
    countBrands(db, workspaceId, query),
    countBrandVotes(db, workspaceId, query),
  ]);
  return {
    readings: [...new Set(counts.map(({ reading }) => reading))],
    counts: counts.map(({ period: day, n: valid, ...row }) => ({ ...row, day, valid })),
    votes: votes.map(({ period: day, ...row }) => ({ ...row, day })),
  };
}

function placeOf({ day, reading, platform }: { day: string; reading: number; platform: string }) {
  return { day, reading, platform };
}

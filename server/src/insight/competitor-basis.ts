import type { BrandVotes } from '../score/share-of-voice.ts';
import { readKeywordTotals } from '../store/counts/keyword-totals.ts';
import { readTotals, type TotalsQuery } from '../store/counts/workspace-totals.ts';
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
  query: TotalsQuery & { keywordId: string },
): Promise<Basis> {
  const { prompts, votes } = await readKeywordTotals(db, workspaceId, query);
  return {
    readings: [...new Set(prompts.map(({ reading }) => reading))],
    counts: prompts.map((row) => ({
      ...placeOf(row),
      promptId: row.promptId,
      brandId: row.brandId ?? undefined,
      valid: row.valid,
      named: row.named,
      cited: row.cited,
    })),
    votes: votes.map((row) => ({
      ...placeOf(row),
      brandId: row.brandId,
      brandsNamed: row.brandsNamed,
      votes: row.votes,
    })),
  };
}

function placeOf({ day, reading, platform }: { day: string; reading: number; platform: string }) {
  return { day, reading, platform };
}

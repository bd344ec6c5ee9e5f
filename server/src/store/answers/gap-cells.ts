import { LEAST_COMPARED, type PromptGap } from '../../score/gap-effect.ts';
import { GAP_KINDS, type GapAnswers, type GapKind } from './gap-answers.ts';

/** A domain, a page (by its key) or a query (folded) of one keyword on one platform. */
export interface GapSource {
  keywordId: string;
  platform: string;
  kind: GapKind;
  source: string;
}

/** The sources of one keyword on one platform, and in how many answers the brand is missing with and without each. */
export interface GapCell {
  keywordId: string;
  platform: string;
  /** All valid answers. */
  answers: number;
  candidates: { source: GapSource; prompts: PromptGap[] }[];
}

/**
 * Counts answers that mention or cite a competitor, by prompt and source. A domain or page is compared with answers
 * that cite other pages, a query with answers that ran other queries.
 */
export function countCells(answers: GapAnswers): GapCell[] {
  const { cells, pages, searches, sources } = answers;
  const count = counterOf(answers);
  const withPages = count(pages.map((page) => page.answers));
  const withQueries = count(searches.map((search) => search.answers));
  const found = GAP_KINDS.flatMap((kind) =>
    [...sources[kind]]
      .filter(([, lists]) => lists.reduce((sum, { length }) => sum + length, 0) >= LEAST_COMPARED)
      .map(([source, lists]) => ({ kind, source, counts: count(lists) })),
  );
  return cells.map(({ keywordId, platform, prompts, answers }) => ({
    keywordId,
    platform,
    answers,
    candidates: found
      .filter(({ counts }) => prompts.reduce((sum, prompt) => sum + (counts[prompt]?.n ?? 0), 0) >= LEAST_COMPARED)
      .map(({ kind, source, counts }) => ({
        source: { keywordId, platform, kind, source },
        prompts: comparePrompts(prompts, counts, kind === 'query' ? withQueries : withPages),
      })),
  }));
}

/** Answers to a prompt with a competitor: all, and those without the brand. */
interface Count {
  n: number;
  k: number;
}

/** Counts by prompt. An answer counts once, though one that cites two pages of a domain is in two lists. */
function counterOf({ prompts, isOwn, isRival }: GapAnswers): (lists: number[][]) => Count[] {
  const countedIn: (Count[] | undefined)[] = prompts.map(() => undefined);
  return (lists) => {
    const counts: Count[] = [];
    for (const list of lists) {
      for (const answer of list) {
        if (!isRival[answer] || countedIn[answer] === counts) continue;
        countedIn[answer] = counts;
        const prompt = prompts[answer] ?? 0;
        const count = counts[prompt] ?? { n: 0, k: 0 };
        counts[prompt] = count;
        count.n++;
        if (!isOwn[answer]) count.k++;
      }
    }
    return counts;
  };
}

function comparePrompts(prompts: number[], counts: Count[], all: Count[]): PromptGap[] {
  return prompts.flatMap((prompt) => {
    const { n, k } = all[prompt] ?? { n: 0, k: 0 };
    const { n: n1, k: k1 } = counts[prompt] ?? { n: 0, k: 0 };
    return n === 0 ? [] : [{ n1, k1, n0: n - n1, k0: k - k1 }];
  });
}

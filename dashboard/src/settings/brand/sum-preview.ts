import type { KeywordPreview } from '../../api/brand.ts';

/** The effect of changed names on all analyzed keywords. */
export interface PreviewSum {
  keywords: number;
  answers: number;
  gained: number;
  lost: number;
  /** Averages of the keywords. Undefined if there are none. */
  scoreBefore: number | undefined;
  scoreAfter: number | undefined;
  /** The keywords with the biggest changes. */
  movers: KeywordPreview[];
  examples: (KeywordPreview['examples'][number] & { keyword: string })[];
}

const MOVERS = 8;
const EXAMPLES = 6;

export function sumPreview(previews: KeywordPreview[]): PreviewSum {
  const total = (value: (one: KeywordPreview) => number) => previews.reduce((sum, one) => sum + value(one), 0);
  const average = (value: (one: KeywordPreview) => number) =>
    previews.length === 0 ? undefined : Math.round(total(value) / previews.length);
  const change = (one: KeywordPreview) => Math.abs(one.score_after - one.score_before);
  return {
    keywords: previews.length,
    answers: total(({ answers }) => answers),
    gained: total(({ gained }) => gained),
    lost: total(({ lost }) => lost),
    scoreBefore: average(({ score_before }) => score_before),
    scoreAfter: average(({ score_after }) => score_after),
    movers: previews
      .filter((one) => one.gained + one.lost > 0)
      .sort((a, b) => change(b) - change(a))
      .slice(0, MOVERS),
    examples: pickExamples(previews),
  };
}

/** Picks one example per keyword before a second one of any keyword. Skips duplicate sentences. */
function pickExamples(previews: KeywordPreview[]): PreviewSum['examples'] {
  const rounds = [0, 1, 2].flatMap((round) =>
    previews.flatMap(({ keyword, examples }) => {
      const example = examples[round];
      return example ? [{ ...example, keyword }] : [];
    }),
  );
  const different = new Map(rounds.map((example) => [`${example.change} ${example.context}`, example]));
  return [...different.values()].slice(0, EXAMPLES);
}

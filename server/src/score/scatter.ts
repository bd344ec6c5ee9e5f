/** How much answers vary from week to week. */
export interface Scatter {
  /** Variance relative to independent answers. Can be below 1. */
  phi: number;
  /** Degrees of freedom: how well `phi` is known. */
  df: number;
}

/** The squared distances of a series in its last windows. Undefined where a window was not compared. */
export type Squares = readonly (number | undefined)[];

/** The median of the square of a standard normal value. */
const MEDIAN_SQUARE = 0.455;
/** Larger squares are cut, so that a real change does not hide the next one. */
const MOST_SQUARE = 9;
/** What is assumed before anything was measured has the weight of two windows. */
const PRIOR_WEIGHT = 2;
/** The weight of the platform against the series' own windows: to begin with, at least, and at most. */
const [WEIGHT, LEAST_WEIGHT, MOST_WEIGHT] = [16, 8, 60];
/** How many series the starting weight counts for. */
const WEIGHT_SERIES = 8;
const FULL_MEMORY = 12;
/** Assumed before anything was measured: how much answers to one prompt in the same week are alike. */
export const CORRELATION = 0.06;

/** The scatter of all series of one platform together, from which that of each series is derived. */
export interface GroupScatter {
  /** Squares of all series, and their sum. */
  count: number;
  sum: number;
  /** The weight of the group in a series' scatter. It grows as the series' scatters prove alike. */
  weight: number;
  series: { count: number; sum: number }[];
}

export function groupScatter(memory: readonly Squares[]): GroupScatter {
  const known = memory.map((squares) => squares.filter((square) => square !== undefined));
  const all = Float64Array.from(known.flat()).sort();
  const cap = MOST_SQUARE * Math.max(1, median(all) / MEDIAN_SQUARE);
  const cut = known.map((squares) => squares.map((square) => Math.min(square, cap)));
  const series = cut.map((squares) => ({ count: squares.length, sum: squares.reduce((sum, one) => sum + one, 0) }));
  const sum = series.reduce((total, one) => total + one.sum, 0);
  return { count: all.length, sum, series, weight: groupWeight(cut, series) };
}

/** The scatter of one series of the group. `prior` is what is assumed before anything was measured. */
export function seriesScatter(
  { count, sum, weight, series }: GroupScatter,
  index: number | undefined,
  prior: number,
): Scatter {
  const own = series[index ?? -1] ?? { count: 0, sum: 0 };
  const rest = PRIOR_WEIGHT + count - own.count;
  const borrowed = (weight * rest) / (weight + rest);
  const df = borrowed + own.count;
  return { phi: (borrowed * meanScatter({ count, sum }, prior) + own.sum) / df, df };
}

/** The scatter of the platform. */
function meanScatter({ count, sum }: Pick<GroupScatter, 'count' | 'sum'>, prior: number): number {
  return (PRIOR_WEIGHT * prior + sum) / (PRIOR_WEIGHT + count);
}

/** Before anything was measured. */
export function assumedScatter(prior: number): Scatter {
  return { phi: prior, df: PRIOR_WEIGHT };
}

/**
 * What is assumed of answers to one prompt in the same window: `correlation` with each other. More answers per prompt
 * then vary more than independent ones.
 */
export function priorScatter(answersPerPrompt: number, correlation: number): number {
  return 1 + correlation * Math.max(0, answersPerPrompt - 1);
}

/** From the variance between series that is more than the variance within them explains. */
function groupWeight(squares: number[][], series: GroupScatter['series']): number {
  const size = series.length;
  if (size < 2) return WEIGHT;
  const means = series.map(({ count, sum }) => sum / Math.max(1, count));
  const mean = means.reduce((sum, one) => sum + one, 0) / size;
  const perSeries = series.reduce((sum, { count }) => sum + count, 0) / size;
  const between = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (size - 1);
  const excess = (between - varianceWithin(squares, means) / Math.max(1, perSeries)) / Math.max(mean, 0.3) ** 2;
  const certainty = (size - 1) * Math.min(1, perSeries / FULL_MEMORY);
  const unlike = (certainty * Math.max(excess, -0.1) + (WEIGHT_SERIES * 2) / WEIGHT) / (certainty + WEIGHT_SERIES);
  return Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, 2 / Math.max(0.001, unlike)));
}

function varianceWithin(squares: number[][], means: number[]): number {
  let sum = 0;
  let freedom = 0;
  squares.forEach((own, index) => {
    for (const one of own) sum += (one - (means[index] ?? 0)) ** 2;
    freedom += Math.max(0, own.length - 1);
  });
  return sum / Math.max(1e-9, freedom);
}

function median(sorted: Float64Array): number {
  if (sorted.length === 0) return 0;
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

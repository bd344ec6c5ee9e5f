import { CORRELATION, priorScatter, type Scatter } from '../score/scatter.ts';
import type { PlatformScatter } from '../store/counts/judged-groups.ts';

/** Assumed before it was measured: eight answers per prompt and week, and as well known as it ever is. */
export const ASSUMED_SCATTER: Scatter = { phi: priorScatter(8, CORRELATION), df: 60 };

/** The scatter of a brand's answers over all keywords, by platform. */
export function scatterOfAnswers(
  measured: PlatformScatter[],
  { brandId, platforms }: { brandId: string; platforms: string[] },
): Map<string, Scatter> {
  const mine = measured.filter((one) => one.brandId === brandId);
  return new Map([
    ...platforms.map((platform) => [platform, ASSUMED_SCATTER] as const),
    ...mine.map(({ platform, phi, df }) => [platform, { phi, df }] as const),
  ]);
}

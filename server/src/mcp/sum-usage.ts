import { own } from '../base/own.ts';

type Json = Record<string, unknown>;
type Row = Record<string, number | string>;

/** One sum per platform in place of one record per day and platform. */
export function sumUsage({ days, ...rest }: Json): Json {
  const sums = new Map<string, Record<string, number>>();
  for (const { date: _, platform, ...counts } of days as Row[]) {
    const sum = sums.get(String(platform)) ?? {};
    for (const [name, count] of Object.entries(counts)) sum[name] = (own(sum, name) ?? 0) + Number(count);
    sums.set(String(platform), sum);
  }
  const platforms = [...sums].map(([platform, { cost_usd = 0, ...counts }]) => ({
    platform,
    ...counts,
    cost_usd: Math.round(1e6 * cost_usd) / 1e6,
  }));
  return { ...rest, platforms };
}

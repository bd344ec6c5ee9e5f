import { z } from 'zod';
import type { PriceRow } from '../collect/prices.ts';
import { readJson } from './read-json.ts';

const amount = z.number().min(0);
const tokens = { inputPerMillion: amount, outputPerMillion: amount, cachedPerMillion: amount.optional() };
const priceFile = z.array(
  z.strictObject({
    platform: z.string(),
    model: z.string(),
    asOf: z.iso.date(),
    ...tokens,
    long: z.strictObject({ above: amount, ...tokens }).optional(),
    perSearch: amount.default(0),
    perRequest: amount.default(0),
    typical: z.strictObject({ inputTokens: amount, outputTokens: amount, searches: amount.optional() }),
  }),
);

/** The operator's own prices. Undefined without a file. */
export function readPrices(path: string | undefined): PriceRow[] | undefined {
  return readJson('PRICES_FILE', path, priceFile);
}

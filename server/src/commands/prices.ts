import { z } from 'zod';
import type { PriceRow } from '../collect/prices.ts';
import { readJson } from './read-json.ts';

const amount = z.number().min(0);
const priceFile = z.array(
  z.strictObject({
    platform: z.string(),
    model: z.string(),
    asOf: z.iso.date(),
    inputPerMillion: amount,
    outputPerMillion: amount,
    perSearch: amount.default(0),
    perRequest: amount.default(0),
    typical: z.strictObject({ inputTokens: amount, outputTokens: amount, searches: amount.optional() }),
  }),
);

/** The operator's own prices. Undefined without a file. */
export function readPrices(path: string | undefined): PriceRow[] | undefined {
  return readJson('PRICES_FILE', path, priceFile);
}

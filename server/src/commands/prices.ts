import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from '../base/errors.ts';
import { check } from '../base/problems.ts';
import type { PriceRow } from '../collect/prices.ts';

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
  if (path === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SetupError(`PRICES_FILE ${path} cannot be read as JSON: ${(error as Error).message}.`);
  }
  const checked = check(priceFile, content);
  if (checked.problems !== undefined) throw new SetupError(`PRICES_FILE ${path}: ${checked.detail}.`);
  return checked.value as PriceRow[];
}

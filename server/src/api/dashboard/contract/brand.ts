import { z } from 'zod';

/** Progress of the re-analysis of stored answers. */
const reread = z.strictObject({ keywords_done: z.int(), keywords_total: z.int() }).nullable();

export const shownBrand = z.strictObject({
  name: z.string(),
  /** The aliases, and the name itself if it has its own matching rule. */
  aliases: z.array(
    z.strictObject({
      text: z.string(),
      case: z.enum(['smart', 'exact', 'insensitive']),
      require_any: z.array(z.string()),
      exclude_any: z.array(z.string()),
    }),
  ),
  domains: z.array(z.string()),
});

const nameWarning = z.strictObject({ name: z.string(), warning: z.string() });

export const brandState = z.strictObject({
  /** Null until the brand has a name. */
  brand: shownBrand.nullable(),
  competitors: z.array(z.strictObject({ name: z.string(), domains: z.array(z.string()) })),
  reading: z.int(),
  reread,
});

export const keywordPreview = z.strictObject({
  keyword_id: z.string(),
  keyword: z.string(),
  score_before: z.int(),
  score_after: z.int(),
  answers: z.int(),
  gained: z.int(),
  lost: z.int(),
  examples: z.array(
    z.strictObject({
      answer_id: z.string(),
      platform: z.string(),
      change: z.enum(['gained', 'lost']),
      context: z.string(),
    }),
  ),
});

export const previewPart = z.strictObject({
  keywords: z.array(keywordPreview),
  warnings: z.array(nameWarning),
  keywords_done: z.int(),
  keywords_total: z.int(),
  /** Where the next part starts; null after the last part. */
  next: z.string().nullable(),
});

export const started = z.strictObject({
  keywords_added: z.int(),
  duplicates: z.array(z.int()),
  warnings: z.array(nameWarning),
  /** The first keywords with the prompts they get. */
  previews: z.array(z.strictObject({ keyword: z.string(), prompts: z.array(z.string()) })),
});

export const rereadState = z.strictObject({ reread });

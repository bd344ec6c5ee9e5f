import { z } from 'zod';
import { PAGE_TYPES, SOURCE_TYPES } from '../../../analyze/sources/types.ts';
import * as schemas from '../../v1/schemas.ts';

const platforms = z.record(z.string(), z.int());
const keyword = { keyword_id: z.string(), keyword: z.string() };

export const sentiment = z.enum(['positive', 'neutral', 'negative']);
export const answerStatus = z.enum(['valid', 'unknown_to_platform', 'truncated', 'refused', 'failed']);
export const pageOwner = z.enum(['own', 'competitor', 'other']);

export const answerView = z.strictObject({
  answer: schemas.answer,
  /** Why it is not valid. */
  reason: z.string().nullable(),
  prompt_id: z.string(),
  /** When the text was removed by the retention setting. */
  text_removed_at: schemas.timestamp.nullable(),
  brands: z.array(
    z.strictObject({
      brand_id: z.string(),
      name: z.string().nullable(),
      is_own: z.boolean(),
      position: z.int(),
      sentiment,
    }),
  ),
  /** UTF-16 offsets in the text: of a brand mention or of the text with a citation. */
  marks: z.array(
    z.strictObject({
      start: z.int(),
      end: z.int(),
      brand_id: z.string().optional(),
      /** Index into `sources`. */
      source: z.int().optional(),
    }),
  ),
  sources: z.array(
    z.strictObject({
      url: z.string(),
      title: z.string().nullable(),
      cited: z.boolean(),
      domain: z.string().nullable(),
      owner: pageOwner.nullable(),
      owner_name: z.string().nullable(),
    }),
  ),
  /** Answers of the same keyword and platform. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
});

export const answerLine = z.strictObject({
  answer_id: z.string(),
  platform: z.string(),
  status: answerStatus,
  prompt: z.string(),
  excerpt: z.string(),
  position: z.int().nullable(),
  sentiment: sentiment.nullable(),
  asked_at: schemas.timestamp,
});

export const mentionSentence = z.strictObject({
  mention_id: z.string(),
  ...keyword,
  platform: z.string(),
  position: z.int(),
  sentiment,
  context: z.string(),
  detected_at: schemas.timestamp,
  answer_id: z.string(),
  /** Where the sentence mentions the brand, in UTF-16 offsets. */
  spans: z.array(z.tuple([z.int(), z.int()])),
});

export const citedPage = z.strictObject({
  /** The canonical URL, without tracking parameters. */
  page: z.string(),
  title: z.string().nullable(),
  domain: z.string(),
  source_type: z.enum(SOURCE_TYPES),
  page_type: z.enum(PAGE_TYPES),
  citations: z.int(),
});

export const citingKeyword = z.strictObject({ ...keyword, citations: z.int(), platforms });

export const newestCitation = z.strictObject({
  citation_id: z.string(),
  answer_id: z.string(),
  ...keyword,
  platform: z.string(),
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  context: z.string().nullable(),
  owner: pageOwner,
  detected_at: schemas.timestamp,
});

/** A list with the number of citations on all its pages. */
export function countedList<Item extends z.ZodType>(item: Item) {
  const meta = z.strictObject({ total: z.int(), page: z.int(), per_page: z.int(), citations: z.int() });
  return z.strictObject({ data: z.array(item), meta });
}

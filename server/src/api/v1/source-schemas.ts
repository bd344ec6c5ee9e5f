import { z } from 'zod';
import { PAGE_TYPES, RULED_TYPES, SOURCE_TYPES } from '../../analyze/sources/types.ts';
import * as schemas from './schemas.ts';

const percent = z.int().min(0).max(100);
const interval = z.tuple([percent, percent]);
export const sourceTypes = z.enum(SOURCE_TYPES);

const mentionedBrand = z
  .strictObject({
    competitor_id: z.string().nullable().describe('Null: your own brand.'),
    name: z.string(),
    answers: z.int().describe('Answers that cite the domain and mention the brand.'),
  })
  .meta({ id: 'SourceBrand', example: { competitor_id: null, name: 'Heron Board', answers: 61 } });

const sourcePage = z
  .strictObject({
    url: z.string().describe('The canonical URL.'),
    title: z.string().nullable(),
    page_type: z.enum(PAGE_TYPES),
    answers: z.int().describe('Answers that cite the page.'),
  })
  .meta({
    id: 'SourcePage',
    example: {
      url: 'https://planners-forum.example/threads/12',
      title: 'Which board?',
      page_type: 'thread',
      answers: 40,
    },
  });

const fields = {
  domain: z.string().describe('The registrable domain. `unresolved`: redirects with an unknown target.'),
  source_type: sourceTypes,
  set_by: z
    .enum(['workspace', 'operator'])
    .nullable()
    .describe('Who set the type. Null: it follows from the rules, or from the domains of brands.'),
  answers: z.int().describe('Valid answers that cite it.'),
  share: percent.describe('Percent of all valid answers that cite it.'),
  mention_rate: percent.describe('Percent of `answers` that mention your brand.'),
  competitor_mention_rate: percent.describe('Percent of `answers` that mention at least one tracked competitor.'),
  platforms: z.record(z.string(), z.int()).describe('`answers` by platform.'),
  mentioned: z.array(mentionedBrand).describe('Tracked brands in these answers, most first.'),
  page_count: z.int().describe('Number of cited pages.'),
  pages: z.array(sourcePage).describe('The most cited pages: at most 5 in the list, 100 in a single record.'),
  last_cited_at: schemas.timestamp.nullable().describe('Null: not cited in the range.'),
};

const evidence = {
  sample_size: z.int().describe('Valid answers in the range.'),
  interval: interval.describe('The 95% interval of `share`.'),
  mention_rate_interval: interval,
  answer_ids: z.array(z.string()).describe('The newest answers that cite it, at most 5.'),
  metric_version: z.int(),
};

const example = {
  domain: 'planners-forum.example',
  source_type: 'community',
  set_by: null,
  answers: 88,
  share: 12,
  mention_rate: 31,
  competitor_mention_rate: 86,
  platforms: { chatgpt: 51, gemini: 37 },
  mentioned: [{ competitor_id: null, name: 'Heron Board', answers: 27 }],
  page_count: 1,
  pages: [
    {
      url: 'https://planners-forum.example/threads/12',
      title: 'Which board?',
      page_type: 'thread',
      answers: 88,
    },
  ],
  last_cited_at: '2026-11-15T09:12:00Z',
};

export const source = z.strictObject({ ...fields, ...z.object(evidence).partial().shape }).meta({
  id: 'Source',
  description: 'A domain that answers cite. The evidence requires `include=evidence`.',
  example,
});

const point = z
  .strictObject({
    date: schemas.day.describe('The first day of the period.'),
    answers: z.int(),
    share: percent,
    sample_size: z.int(),
    interval,
  })
  .meta({
    id: 'SourcePoint',
    description: 'How many answers of a period cite a domain.',
    example: { date: '2026-11-09', answers: 21, share: 11, sample_size: 190, interval: [7, 16] },
  });

export const sourceDetail = z
  .strictObject({ ...fields, ...evidence, history: z.array(point).describe('Oldest first.') })
  .meta({
    id: 'SourceDetail',
    example: {
      ...example,
      sample_size: 733,
      interval: [10, 15],
      mention_rate_interval: [22, 41],
      answer_ids: ['ans_01kq3v8r5j6n2e7m4c9b0xw1td'],
      metric_version: 1,
      history: [{ date: '2026-11-09', answers: 21, share: 11, sample_size: 190, interval: [7, 16] }],
    },
  });

export const sourceTypeCount = z
  .strictObject({
    source_type: sourceTypes,
    domains: z.int(),
    pages: z.int(),
    answers: z.int().describe('Valid answers that cite at least one page of this type.'),
    share: percent.describe('Percent of all valid answers. An answer can cite several types.'),
    sample_size: z.int().describe('Valid answers in the range.'),
    interval: interval.describe('The 95% interval of `share`.'),
  })
  .meta({
    id: 'SourceTypeCount',
    description: 'How many answers cite a type of source. An answer can cite several types.',
    example: {
      source_type: 'editorial',
      domains: 9,
      pages: 41,
      answers: 310,
      share: 42,
      sample_size: 733,
      interval: [39, 46],
    },
  });

export const sourceTypeChange = z
  .strictObject({ source_type: z.enum(RULED_TYPES).describe('For your own sites, set the domains of your brand.') })
  .meta({ id: 'SourceTypeChange', example: { source_type: 'review' } });

export const givenSourceType = z.strictObject({ domain: z.string(), source_type: z.enum(RULED_TYPES) }).meta({
  id: 'GivenSourceType',
  description: 'A type that your workspace set for a domain.',
  example: { domain: 'planners-forum.example', source_type: 'review' },
});

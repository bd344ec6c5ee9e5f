import { z } from 'zod';
import * as schemas from './schemas.ts';

const percent = z.int().min(0).max(100);
const interval = z.tuple([percent, percent]);
const url = z.string().describe('A page of the dashboard, relative to the address of the service.');

const figure = z
  .strictObject({
    label: z.string(),
    percent: percent.describe('As displayed: every prompt has the same weight.'),
    interval: interval.describe('The 95% interval of `percent`.'),
    count: z
      .int()
      .nullable()
      .describe('Answers counted in `percent`, out of `of`. Null if only their weighted share is known.'),
    of: z.int().describe('Valid answers.'),
  })
  .meta({
    id: 'ReviewFigure',
    description: 'A measured share of answers.',
    example: { label: 'Now', percent: 25, interval: [14, 40], count: 10, of: 40 },
  });

export const reviewEntry = z
  .strictObject({
    review_id: z.string().describe('The same as long as the entry is about the same thing.'),
    kind: z.enum([
      'drop',
      'overtaken',
      'gap',
      'platform_failing',
      'webhook_failing',
      'mail_not_configured',
      'stale_data',
    ]),
    text: z.string(),
    since: schemas.timestamp.describe('When it began. For a gap: the start of the days counted.'),
    keyword_id: z.string().nullable(),
    keyword: z.string().nullable(),
    platform: z.string().nullable(),
    evidence: z.strictObject({
      figures: z.array(figure).describe('Empty for kinds that are not based on answers.'),
      event_id: z.string().nullable().describe('`GET /events/{event_id}` has the full evidence.'),
      answers: z.string().nullable().describe('The request that lists the answers behind it.'),
    }),
    next_step: z.strictObject({ text: z.string(), url }),
    dismissed_at: schemas.timestamp
      .nullable()
      .describe('Null: open. A dismissed entry is open again once its evidence is new.'),
  })
  .meta({
    id: 'ReviewEntry',
    description: 'Something that needs attention.',
    example: {
      review_id: 'rev_0f0c9a1be27d4486a5e1c09b72',
      kind: 'drop',
      text: '“team collaboration tools” on Gemini, −29 points since Nov 9: 54 → 25',
      since: '2026-11-16T00:10:00Z',
      keyword_id: 'kw_01kab3v7c0d2f4h6k8n1q3t5wz',
      keyword: 'team collaboration tools',
      platform: 'gemini',
      evidence: {
        figures: [
          { label: 'Before', percent: 54, interval: [49, 58], count: 259, of: 480 },
          { label: 'Now', percent: 25, interval: [14, 40], count: 10, of: 40 },
        ],
        event_id: 'evt_01kab3v7c0e4m8s2w6y1t5r9xz',
        answers:
          '/api/v1/answers?keyword_id=kw_01kab3v7c0d2f4h6k8n1q3t5wz&platform=gemini&since=2026-11-09&until=2026-11-15',
      },
      next_step: {
        text: 'See why',
        url: '/keywords/kw_01kab3v7c0d2f4h6k8n1q3t5wz?event=evt_01kab3v7c0e4m8s2w6y1t5r9xz',
      },
      dismissed_at: null,
    },
  });

const part = z
  .strictObject({ kind: z.enum(['score', 'verdict', 'drop', 'rise', 'lead']), text: z.string(), url })
  .meta({ id: 'ReviewSummaryPart', example: { kind: 'score', text: 'Visibility is 45 of 100.', url: '/keywords' } });

export const reviewSummary = z
  .strictObject({
    since: schemas.day,
    until: schemas.day,
    text: z.string().describe('All parts, joined.'),
    parts: z.array(part),
    visibility_score: percent
      .nullable()
      .describe('Of the 7 days to `until`, over all keywords. Null with fewer than 20 answers.'),
    interval: interval.nullable(),
    sample_size: z.int(),
    drops: z.int().describe('Series of a keyword and a platform whose latest significant change is a drop.'),
    rises: z.int(),
    leaders: z
      .array(z.strictObject({ competitor_id: z.string(), name: z.string(), keywords: z.int() }))
      .describe('Competitors with a tested lead in the last closed week, and on how many keywords. At most 5.'),
  })
  .meta({
    id: 'ReviewSummary',
    description: 'The score and the significant changes of a period, in sentences.',
    example: {
      since: '2026-10-19',
      until: '2026-11-17',
      text: 'Visibility is 45 of 100. One significant drop: “team collaboration tools” on Gemini, −29 points since Nov 9.',
      parts: [
        { kind: 'score', text: 'Visibility is 45 of 100.', url: '/keywords' },
        {
          kind: 'drop',
          text: 'One significant drop: “team collaboration tools” on Gemini, −29 points since Nov 9.',
          url: '/keywords/kw_01kab3v7c0d2f4h6k8n1q3t5wz?event=evt_01kab3v7c0e4m8s2w6y1t5r9xz',
        },
      ],
      visibility_score: 45,
      interval: [43, 48],
      sample_size: 1843,
      drops: 1,
      rises: 0,
      leaders: [{ competitor_id: 'cmp_01kq3v8r5j6n2e7m4c9b0xw1td', name: 'Aplomb', keywords: 5 }],
    },
  });

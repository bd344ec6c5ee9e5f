import { EVENT_TYPES } from '@visibility/sdk';
import { z } from 'zod';
import { UNKNOWN_BRAND } from '../../analyze/counted-status.ts';
import { ANSWER_STATUSES } from '../../collect/platform.ts';
import { changeReasons } from './why-schemas.ts';

const LATEST_MS = Date.parse('9999-12-31');

/** The records of the contract, as the server validates them. */
export const timestamp = z.iso.datetime({ precision: 0 });
/** PostgreSQL has no year 0, and JavaScript writes years from 10000 in another format. */
const YEARS = '^(?:19[7-9]|[2-9]\\d\\d)\\d-';
export const day = z.iso
  .date({ error: 'must be a date such as 2026-01-31', abort: true })
  .refine((text) => text >= '1970-01-01', 'must be from 1970-01-01 to 9999-12-31')
  .meta({ pattern: YEARS });
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z', abort: true })
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) < LATEST_MS, 'must be from 1970-01-01 to 9999-12-31')
  .meta({ pattern: YEARS });

const place = { keyword_id: 'kw_01kq3v8r5j6n2e7m4c9b0xw1td', keyword: 'kanban board software' };
const updated = { updated_at: '2026-11-15T09:30:00Z' };

export const keyword = z
  .strictObject({
    keyword_id: z.string(),
    keyword: z.string().describe('The tracked keyword.'),
    status: z.enum(['active', 'paused']),
    tags: z.array(z.string()),
    country: z.string().nullable().describe('ISO 3166 country code.'),
    language: z.string().nullable().describe('BCP 47 language tag.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'Keyword',
    example: {
      ...place,
      status: 'active',
      tags: ['planning'],
      country: 'DE',
      language: 'en',
      created_at: '2026-08-16T00:00:00Z',
      ...updated,
    },
  });

const score = z.int().min(0).max(100);
const platforms = z.record(z.string(), score).describe('The score on each AI platform.');

const visibilityFields = {
  keyword_id: z.string(),
  keyword: z.string(),
  visibility_score: score.describe('The overall score, over all platforms.'),
  mentions: z.int(),
  citations: z.int(),
  platforms,
  trend: z
    .string()
    .regex(/^[+-]\d+%$/)
    .describe('Signed percentage change from the previous window.'),
  updated_at: timestamp,
};

const evidenceFields = {
  sample_size: z.int(),
  interval: z.tuple([score, score]).describe('The 95% confidence interval of the score.'),
  metric_version: z.int().describe('Version of the definition, see `GET /metrics`.'),
};

const platformEvidence = z
  .record(
    z.string(),
    z.strictObject({ sample_size: z.int(), interval: z.tuple([score, score]).describe('Same as `interval`.') }),
  )
  .describe('The number of valid answers and the 95% interval for each score in `platforms`.');

const scores = {
  visibility_score: 62,
  mentions: 104,
  citations: 31,
  platforms: { chatgpt: 70, claude: 58, gemini: 55, perplexity: 65 },
};
const visibilityExample = { ...place, ...scores, trend: '+8%', ...updated };
const evidenceExample = { sample_size: 160, interval: [54, 69], metric_version: 1 };
const platformEvidenceExample = {
  chatgpt: { sample_size: 40, interval: [55, 82] },
  claude: { sample_size: 40, interval: [42, 72] },
  gemini: { sample_size: 40, interval: [40, 69] },
  perplexity: { sample_size: 40, interval: [50, 78] },
};

export const visibility = z.strictObject(visibilityFields).meta({
  id: 'Visibility',
  description: 'Scores are integers from 0 (never mentioned) to 100 (mentioned in every answer).',
  example: visibilityExample,
});
export const visibilityWithEvidence = z
  .strictObject({ ...visibilityFields, ...evidenceFields, platform_evidence: platformEvidence })
  .meta({
    id: 'VisibilityWithEvidence',
    example: { ...visibilityExample, ...evidenceExample, platform_evidence: platformEvidenceExample },
  });

export const marker = z.strictObject({
  type: z.enum(['model', 'panel', 'aliases', 'adapter', 'note']),
  platform: z.string().nullable().describe('Null: all platforms.'),
  text: z.string(),
});

const changePart = z.strictObject({
  cause: z
    .enum(['prompt', 'platform', 'model', 'panel', 'coverage', 'late_answers', 'noise'])
    .describe(
      '`prompt`: the share of one prompt changed. `platform`: all prompts on it changed together. `model`: the same, with a ' +
        'change of its model. `panel`, `coverage`: a prompt, or platform, has answers in one period only. `late_answers`: stored ' +
        'after the event. `noise`: cannot be distinguished from chance.',
    ),
  platform: z.string().nullable(),
  prompt: z.string().nullable(),
  text: z.string(),
  points: z.int(),
});

const comparison = z
  .strictObject({
    since: day,
    until: day,
    compared_since: day,
    compared_until: day,
    score: score.nullable().describe('Null: a period has no valid answer.'),
    previous_score: score.nullable(),
    points: z.int().nullable().describe('`score` − `previous_score`.'),
    sample_size: z.int(),
    previous_sample_size: z.int(),
    parts: z
      .array(changePart)
      .describe('Where the change comes from. Adds up to `points`. The largest first, noise last, without zeros.'),
    why: changeReasons
      .nullable()
      .optional()
      .describe('Only with `include=evidence`. Null: a period has no valid answer.'),
  })
  .meta({
    id: 'Comparison',
    description: 'A score compared with an earlier period.',
    example: {
      since: '2026-11-09',
      until: '2026-11-15',
      compared_since: '2026-11-02',
      compared_until: '2026-11-08',
      score: 62,
      previous_score: 57,
      points: 5,
      sample_size: 160,
      previous_sample_size: 158,
      parts: [
        { cause: 'platform', platform: 'gemini', prompt: null, text: 'All prompts on Gemini', points: 4 },
        { cause: 'noise', platform: null, prompt: null, text: 'Sample noise', points: 1 },
      ],
    },
  });

export const visibilityDetail = z
  .strictObject({
    ...visibilityFields,
    ...evidenceFields,
    platform_evidence: platformEvidence.optional().describe('Only with `include=evidence`.'),
    comparison: comparison.optional().describe('Only with `compare`, once the keyword has answers.'),
    history: z.array(
      z.strictObject({
        date: day,
        visibility_score: score,
        mentions: z.int(),
        citations: z.int(),
        sample_size: z.int(),
        platforms,
        markers: z
          .array(marker)
          .optional()
          .describe('Only with `include=evidence`: changes of the measurement since the previous point.'),
      }),
    ),
  })
  .meta({
    id: 'VisibilityDetail',
    example: {
      ...visibilityExample,
      ...evidenceExample,
      history: [{ date: '2026-11-14', ...scores, sample_size: 160 }],
    },
  });

export const answer = z
  .strictObject({
    answer_id: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.string(),
    surface: z.enum(['api', 'scraped', 'import', 'simulated']).describe('How it was collected.'),
    model: z.string().nullable(),
    prompt: z.string(),
    text: z.string(),
    sources: z.array(
      z.strictObject({
        url: z.string(),
        title: z.string().nullable(),
        cited: z.boolean().describe('True if the answer cites the page, false if the platform only retrieved it.'),
      }),
    ),
    status: z
      .enum([...ANSWER_STATUSES, UNKNOWN_BRAND])
      .describe(
        'Only `valid` and `unknown_to_platform` count. `unknown_to_platform`: it says that it does not know your brand, and counts as not mentioned. `truncated`: cut off before it mentioned your brand. `no_search`: every search failed.',
      ),
    asked_at: timestamp,
    cost_usd: z.number().nullable(),
    requested_model: z.string().nullable().describe('The model that was requested. `model` is the one that answered.'),
    searched: z.boolean().nullable().describe('Whether the assistant searched the web. Null: not reported.'),
    queries: z.array(z.string()).describe('The web searches that the assistant reported.'),
    provenance: z
      .strictObject({
        source: z.string(),
        reference: z.string().nullable(),
        country: z.string().nullable(),
        removed: z.array(z.string()).describe('Parts of `text` that belong to the interface and were not analyzed.'),
      })
      .nullable()
      .describe('Where an imported answer comes from: the scraper, its id of the request, and the market.'),
  })
  .meta({
    id: 'Answer',
    description: 'A stored answer. All scores are computed from answers.',
    example: {
      answer_id: 'ans_01kq3v8r5j6n2e7m4c9b0xw1td',
      ...place,
      platform: 'perplexity',
      surface: 'api',
      model: 'perplexity/sonar',
      prompt: 'Which kanban board is best for a small team?',
      text: 'Heron Board is the easiest to start with for a small team.[1]',
      sources: [{ url: 'https://heronboard.example/guides/kanban', title: 'Kanban for small teams', cited: true }],
      status: 'valid',
      asked_at: '2026-11-15T09:12:00Z',
      cost_usd: 0.0054,
      requested_model: 'perplexity/sonar',
      searched: true,
      queries: ['best kanban board small team'],
      provenance: null,
    },
  });

export const ingestResult = z
  .strictObject({
    line: z.int().describe('The number of the answer in the request, starting at 1.'),
    status: z.enum(['stored', 'duplicate', 'refused']),
    answer_id: z.string().optional(),
    detail: z.string().optional().describe('Why it was rejected.'),
  })
  .meta({
    id: 'IngestResult',
    description: 'The result for one line of an ingest.',
    example: { line: 1, status: 'stored', answer_id: 'ans_01kq3v8r5j6n2e7m4c9b0xw1td' },
  });

export const eventType = z.enum(EVENT_TYPES).meta({ id: 'EventType', example: 'visibility.changed' });

export const webhookFormat = z
  .enum(['json', 'slack', 'teams', 'discord'])
  .describe('The event (default: `json`), or a chat message.');
export const webhookPayload = z
  .enum(['full', 'thin'])
  .describe('`thin`: only id, type and created_at. Default: `full`.');

export const webhook = z
  .strictObject({
    webhook_id: z.string(),
    url: z.string(),
    events: z.array(eventType),
    status: z.enum(['enabled', 'disabled']),
    description: z.string().nullable(),
    disabled_at: timestamp.nullable(),
    disabled_reason: z.enum(['delivery_failures', 'gone', 'user']).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'Webhook',
    example: {
      webhook_id: 'wh_01kq3v8r5j6n2e7m4c9b0xw1td',
      url: 'https://example.com/hook',
      events: ['visibility.changed', 'alert.triggered'],
      status: 'enabled',
      description: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: '2026-11-15T09:30:00Z',
      ...updated,
    },
  });

/** How much a platform's answers vary together. */
export const scatterOfPlatform = z.strictObject({
  platform: z.string(),
  phi: z.number().describe('Variance of answers relative to independent ones. 1: independent.'),
  answers_per_prompt: z.number().describe('Per week, on average.'),
  repeats: z.int().nullable().describe('Ask a prompt at most this often per week. null: any number.'),
  days: z.int().nullable().describe('Spread them over this many days.'),
  prompts_factor: z
    .number()
    .nullable()
    .describe('How many times as many prompts the same number of answers then covers.'),
});

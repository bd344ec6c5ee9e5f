import { z } from 'zod';
import { tidiedText } from '../../base/tidy.ts';
import { isMailAddress } from '../../mail/address.ts';
import * as schemas from './schemas.ts';

const EXAMPLE = {
  report_id: 'rpt_01kq3v8r5j6n2e7m4c9b0xw1td',
  name: 'Weekly visibility',
  schedule: 'weekly',
  format: 'pdf',
  period_start: '2026-11-09',
  period_end: '2026-11-15',
  status: 'scheduled',
  created_at: '2026-11-12T09:30:00Z',
} as const;

const fields = {
  report_id: z.string(),
  name: z.string(),
  schedule: z
    .enum(['weekly', 'monthly', 'once'])
    .describe('`weekly`: Monday to Sunday. `monthly`: a calendar month. Both in UTC, created when the period is over.'),
  format: z.enum(['pdf', 'csv', 'json']),
  period_start: schemas.day.describe('First day.'),
  period_end: schemas.day.describe('Last day, inclusive.'),
  status: z.enum(['scheduled', 'running', 'ready', 'failed']),
  created_at: schemas.timestamp,
};

export const report = z.strictObject(fields).meta({ id: 'Report', example: EXAMPLE });

export const reportWithSettings = z
  .strictObject({
    ...fields,
    keyword_ids: z.array(z.string()).describe('Keywords selected by id. If `tags` is empty too, all keywords.'),
    tags: z.array(z.string()).describe('Keywords with one of these tags.'),
    recipients: z.array(z.string()),
    failure: z.string().nullable().describe('Why it failed.'),
    formats: z
      .array(fields.format)
      .describe('The formats in which the file is available. Empty until the report is ready.'),
    email_status: z
      .enum(['not_configured', 'queued', 'sent', 'failed'])
      .nullable()
      .describe(
        '`not_configured`: not sent, because no mail server is configured. `failed`: not delivered to at least one recipient. Null: no recipients, not created yet, or created more than 30 days ago.',
      ),
  })
  .meta({
    id: 'ReportWithSettings',
    example: {
      ...EXAMPLE,
      keyword_ids: [],
      tags: ['shoes'],
      recipients: ['marketing@example.com'],
      failure: null,
      formats: [],
      email_status: null,
    },
  });

const distinct = (values: string[]) => [...new Set(values)];

const name = tidiedText({ most: 200 });
const keywordIds = z.array(z.string().min(1).max(64)).max(1000).transform(distinct);
const tags = z
  .array(tidiedText({ most: 50 }))
  .max(20)
  .transform(distinct);
const recipients = z
  .array(z.string().refine(isMailAddress, 'must be an email address').meta({ format: 'email' }))
  .max(20)
  .transform(distinct);

export const newReport = z
  .strictObject({
    name,
    schedule: fields.schedule,
    format: fields.format,
    period_start: schemas.day.optional().describe('First day. Required for `once`, otherwise not allowed.'),
    period_end: schemas.day
      .optional()
      .describe(
        'Last day, inclusive. Required for `once`, otherwise not allowed. Must not be after today; at most 400 days in total.',
      ),
    keyword_ids: keywordIds.default([]).describe('Only these keywords, and those with one of `tags`.'),
    tags: tags.default([]).describe('Only keywords with one of these tags, and those in `keyword_ids`.'),
    recipients: recipients.default([]).describe('Email recipients of the report.'),
  })
  .meta({
    id: 'NewReport',
    example: { name: 'Weekly visibility', schedule: 'weekly', format: 'pdf', recipients: ['marketing@example.com'] },
  });

export const reportChange = z
  .strictObject({
    name: name.optional(),
    format: fields.format.optional(),
    keyword_ids: keywordIds.optional(),
    tags: tags.optional(),
    recipients: recipients.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Set at least one field to change')
  .meta({ id: 'ReportChange', example: { name: 'Visibility, every Monday', recipients: [] } });

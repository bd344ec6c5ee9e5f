import { z } from 'zod';
import { tidiedText } from '../../base/tidy.ts';
import { isMailAddress } from '../../mail/address.ts';
import { logoProblem, MOST_LOGO_BYTES } from '../../reports/read-logo.ts';
import { isTimeZone } from '../../reports/send-time.ts';
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

export const report = z.strictObject(fields).meta({
  id: 'Report',
  description:
    'A report, scheduled or finished. Its file is at `/reports/{report_id}/file` once the status is `ready`.',
  example: EXAMPLE,
});

/** One blue pixel. */
const LOGO_EXAMPLE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mOQj78GAAH1AVX2mVUxAAAAAElFTkSuQmCC';
const TIME_ZONE = 'The IANA time zone of `send_time`.';

export const reportWithSettings = z
  .strictObject({
    ...fields,
    keyword_ids: z.array(z.string()).describe('Keywords selected by id. If `tags` is empty too, all keywords.'),
    tags: z.array(z.string()).describe('Keywords with one of these tags.'),
    recipients: z.array(z.string()),
    send_day: z.int().nullable().describe('Null: as soon as the period is over.'),
    send_time: z.string(),
    time_zone: z.string().describe(TIME_ZONE),
    accent_color: z.string().nullable().describe('Null: the default color.'),
    has_logo: z.boolean(),
    failure: z.string().nullable().describe('Why it failed.'),
    formats: z
      .array(fields.format)
      .describe('The formats in which the file is available. Empty until the report is ready.'),
    email_status: z
      .enum(['not_configured', 'queued', 'sent', 'failed'])
      .nullable()
      .describe(
        '`not_configured`: not sent, because no mail server is configured. `failed`: failed permanently for at least one recipient. Null: no recipients, not created yet, or created more than 30 days ago.',
      ),
  })
  .meta({
    id: 'ReportWithSettings',
    example: {
      ...EXAMPLE,
      keyword_ids: [],
      tags: ['shoes'],
      recipients: ['marketing@example.com'],
      send_day: 1,
      send_time: '08:00',
      time_zone: 'Europe/Berlin',
      accent_color: null,
      has_logo: false,
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

const sendDay = z
  .int()
  .min(1)
  .max(28)
  .nullable()
  .describe('Day of the week (1 is Monday) or of the month (1 to 28) after the period. Null: as soon as it is over.');
const sendTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30')
  .describe('Local time of sending.');
const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
  .describe(TIME_ZONE)
  .meta({ example: 'Europe/Berlin' });
const accentColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a color such as #1f5fd6', abort: true })
  .refine(isReadable, 'must be darker: it is hard to read on white')
  .nullable()
  .describe('Color of titles and charts in the PDF. Null: the default.')
  .meta({ example: '#1f5fd6' });
const logo = z
  .string()
  .max(2 * MOST_LOGO_BYTES)
  .superRefine((base64, context) => {
    const message = logoProblem(base64);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .nullable()
  .describe('A PNG in base64, at most 100 kB and 1,000 pixels, for the first page of the PDF. Null: none.')
  .meta({ example: LOGO_EXAMPLE });

/** A contrast of 3 to 1 with white, by the formula of WCAG 2. */
function isReadable(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 3;
}

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
    send_day: sendDay.optional(),
    send_time: sendTime.optional(),
    time_zone: timeZone.optional(),
    accent_color: accentColor.optional(),
    logo: logo.optional(),
    logo_from: z.string().max(64).optional().describe('The id of a report whose logo is used.'),
  })
  .meta({
    id: 'NewReport',
    description: 'A report to create. The period is required for `once`; otherwise it follows from the schedule.',
    example: { name: 'Weekly visibility', schedule: 'weekly', format: 'pdf', recipients: ['marketing@example.com'] },
  });

export const reportChange = z
  .strictObject({
    name: name.optional(),
    format: fields.format.optional(),
    keyword_ids: keywordIds.optional(),
    tags: tags.optional(),
    recipients: recipients.optional(),
    send_day: sendDay.optional(),
    send_time: sendTime.optional(),
    time_zone: timeZone.optional(),
    accent_color: accentColor.optional(),
    logo: logo.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Set at least one field to change')
  .meta({ id: 'ReportChange', example: { name: 'Visibility, every Monday', recipients: [] } });

import { type EventData, type EventType, SAMPLE_EVENTS } from '@visibility/sdk';
import { type ZodType, z } from 'zod';
import * as schemas from './schemas.ts';

const score = z.int().min(0).max(100);

const changeFields = {
  keyword_id: z.string(),
  keyword: z.string(),
  previous_score: score,
  new_score: score,
  change: z
    .string()
    .regex(/^[+-]\d+$/)
    .describe('Signed integer.'),
  change_percent: z
    .string()
    .regex(/^[+-]\d+%$/)
    .describe('Signed percentage.'),
  platform: z.string(),
};

const visibilityChanged = z.strictObject(changeFields).meta({ id: 'VisibilityChangedData' });
const competitorChanged = z
  .strictObject({
    ...changeFields,
    competitor_id: z.string(),
    competitor_name: z.string(),
  })
  .meta({ id: 'CompetitorChangedData' });
const mentionNew = z
  .strictObject({
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.string(),
    position: z.int().min(1),
    sentiment: z.enum(['positive', 'neutral', 'negative']),
    context: z.string().describe('Excerpt of the answer.'),
  })
  .meta({ id: 'MentionNewData' });
const citationNew = z
  .strictObject({
    citation_id: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.string(),
    url: z.string(),
    domain: z.string(),
    title: z.string().nullable(),
    position: z.int().nullable(),
    context: z.string().nullable(),
  })
  .meta({ id: 'CitationNewData' });
const alertTriggered = z
  .strictObject({
    alert_id: z.string(),
    alert_name: z.string(),
    trigger_reason: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    current_score: score,
    threshold: z.int(),
  })
  .meta({ id: 'AlertTriggeredData' });
const reportReady = z
  .strictObject({
    report_id: z.string(),
    report_name: z.string(),
    period_start: z.string(),
    period_end: z.string(),
    format: z.enum(['pdf', 'csv', 'json']),
    report_url: z.string().describe('URL of the file. Requires an API key.'),
  })
  .meta({ id: 'ReportReadyData' });

const dataOf = {
  'visibility.changed': visibilityChanged,
  'mention.new': mentionNew,
  'citation.new': citationNew,
  'alert.triggered': alertTriggered,
  'competitor.changed': competitorChanged,
  'report.ready': reportReady,
} satisfies { [Type in EventType]: ZodType<EventData[Type]> };

/** The envelope of each event type, as it is sent and as it is listed. */
export const eventOf = {
  'visibility.changed': envelope('visibility.changed'),
  'mention.new': envelope('mention.new'),
  'citation.new': envelope('citation.new'),
  'alert.triggered': envelope('alert.triggered'),
  'competitor.changed': envelope('competitor.changed'),
  'report.ready': envelope('report.ready'),
};

function envelope<Type extends EventType>(type: Type) {
  const words = type.split('.').map((word) => word[0]?.toUpperCase() + word.slice(1));
  const id = `${words.join('')}Event`;
  const example = {
    id: 'evt_01kq3v8r5j6n2e7m4c9b0xw1td',
    type,
    created_at: '2026-11-15T09:30:00Z',
    data: SAMPLE_EVENTS[type],
  };
  return z
    .strictObject({
      id: z.string().describe('The event id, the same for all its deliveries.'),
      type: z.literal(type),
      created_at: schemas.timestamp,
      data: dataOf[type],
    })
    .meta({ id, example });
}

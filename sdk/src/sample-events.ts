import type { EventData, EventType } from './events.ts';
import { signMessage, signPayload } from './signature.ts';

export interface SignedSample {
  /** The bytes to send, as they were signed. */
  body: string;
  headers: Record<string, string>;
}

export interface SampleOptions {
  id?: string;
  /** When it is sent, in milliseconds; default: now. */
  now?: number;
}

/** A delivery as the service would send it, signed with your secret: for tests of your receiver. */
export async function signSampleEvent(
  type: EventType,
  secret: string,
  { id = 'evt_test_01m7esyc2vst7pz4cxde95w460', now = Date.now() }: SampleOptions = {},
): Promise<SignedSample> {
  const created_at = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const body = JSON.stringify({ id, type, created_at, data: SAMPLES[type] });
  const timestamp = String(Math.floor(now / 1000));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': await signPayload(body, secret),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': await signMessage({ id, timestamp, body }, secret),
    },
  };
}

const KEYWORD = { keyword_id: 'kw_01m7esyc2vst7pz4cxde95w461', keyword: 'project management software' };

const CHANGE = { previous_score: 40, new_score: 53, change: '+13', change_percent: '+33%', platform: 'chatgpt' };

const SAMPLES: EventData = {
  'visibility.changed': { ...KEYWORD, ...CHANGE },
  'mention.new': {
    ...KEYWORD,
    platform: 'perplexity',
    position: 2,
    sentiment: 'positive',
    context: 'Among the tools teams praise most, Acme stands out for its simple boards.',
  },
  'citation.new': {
    citation_id: 'cit_01m7esyc2vst7pz4cxde95w462',
    ...KEYWORD,
    platform: 'perplexity',
    url: 'https://acme.example/guide',
    domain: 'acme.example',
    title: 'A guide to boards',
    position: 1,
    context: null,
  },
  'alert.triggered': {
    alert_id: 'alr_01m7esyc2vst7pz4cxde95w463',
    alert_name: 'Below 40',
    trigger_reason: 'Visibility fell from 43 to 37, below the threshold of 40',
    ...KEYWORD,
    current_score: 37,
    threshold: 40,
  },
  'competitor.changed': {
    ...KEYWORD,
    ...CHANGE,
    competitor_id: 'cmp_01m7esyc2vst7pz4cxde95w464',
    competitor_name: 'Example Boards',
  },
  'report.ready': {
    report_id: 'rpt_01m7esyc2vst7pz4cxde95w465',
    report_name: 'Weekly report',
    period_start: '2026-01-05',
    period_end: '2026-01-11',
    format: 'pdf',
    report_url: 'https://visibility.example/api/v1/reports/rpt_01m7esyc2vst7pz4cxde95w465/file',
  },
};

import type { EventData, EventType } from './events.ts';
import { signMessage, signPayload } from './signature.ts';

export interface SignedSample {
  /** The signed bytes to send. */
  body: string;
  headers: Record<string, string>;
}

export interface SampleOptions {
  id?: string;
  /** The sending time in milliseconds. Default: now. */
  now?: number;
}

/** A sample delivery, signed with your secret like a real one. For tests of your receiver. */
export async function signSampleEvent(
  type: EventType,
  secret: string,
  { id = 'evt_test_01m7esyc2vst7pz4cxde95w460', now = Date.now() }: SampleOptions = {},
): Promise<SignedSample> {
  const created_at = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const body = JSON.stringify({ id, type, created_at, data: SAMPLE_EVENTS[type] });
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

const KEYWORD = { keyword_id: 'kw_01kq3v8r5j6n2e7m4c9b0xw1td', keyword: 'kanban board software' };

const CHANGE = {
  ...KEYWORD,
  platform: 'perplexity',
  previous_score: 65,
  new_score: 78,
  change: '+13',
  change_percent: '+20%',
};

/** Sample data for each event type, in the shape of a real event. */
export const SAMPLE_EVENTS: EventData = {
  'visibility.changed': CHANGE,
  'mention.new': {
    ...KEYWORD,
    platform: 'perplexity',
    position: 2,
    sentiment: 'positive',
    context: 'Heron Board is the easiest to start with for a small team.',
  },
  'citation.new': {
    citation_id: 'cit_01kq3v8r5j6n2e7m4c9b0xw1td',
    ...KEYWORD,
    platform: 'perplexity',
    url: 'https://heronboard.example/guides/kanban',
    domain: 'heronboard.example',
    title: 'Kanban for small teams',
    position: 1,
    context: 'Limit the work in progress first.',
  },
  'alert.triggered': {
    alert_id: 'alr_01kq3v8r5j6n2e7m4c9b0xw1td',
    alert_name: 'Kanban below 40',
    trigger_reason: 'The score fell to 38, below 40',
    ...KEYWORD,
    current_score: 38,
    threshold: 40,
  },
  'competitor.changed': { ...CHANGE, competitor_id: 'cmp_01kq3v8r5j6n2e7m4c9b0xw1td', competitor_name: 'Aplomb' },
  'report.ready': {
    report_id: 'rpt_01kq3v8r5j6n2e7m4c9b0xw1td',
    report_name: 'Weekly visibility',
    period_start: '2026-11-02',
    period_end: '2026-11-08',
    format: 'pdf',
    report_url: 'https://visibility.example.com/api/v1/reports/rpt_01kq3v8r5j6n2e7m4c9b0xw1td/file',
  },
};

import { EVENT_TYPES } from '@visibility/sdk';
import { eventOf } from '../v1/event-schemas.ts';
import type { Json } from './json.ts';
import type { SchemaRegistry } from './schema-registry.ts';
import { SENT } from './tags.ts';

const MEANINGS: Record<(typeof EVENT_TYPES)[number], string> = {
  'visibility.changed': 'A visibility score changed significantly.',
  'mention.new': 'A new answer mentions your brand.',
  'citation.new': 'A new answer cites one of your pages.',
  'alert.triggered': 'An alert threshold was crossed.',
  'competitor.changed': 'The visibility of a competitor changed significantly.',
  'report.ready': 'A report is ready to download.',
};

const SIGNATURE_HEADERS: Record<string, [description: string, example: string]> = {
  'X-Service-Signature': [
    '`sha256=` and the HMAC-SHA-256 of the raw body, keyed with the webhook’s secret, in lowercase hexadecimal. Compare in constant time.',
    'sha256=7d38cdd689735b008b3c702edd92eea23791c5f6d0f3d5f5d1d6b8d1b7f0c2aa',
  ],
  'X-Service-Delivery': ['Identifies this delivery.', 'dlv_01kq3v8r5j6n2e7m4c9b0xw1td'],
  'X-Service-Attempt': ['The attempt number, starting at 1.', '1'],
  'webhook-id': ['The event id (Standard Webhooks).', 'evt_01kq3v8r5j6n2e7m4c9b0xw1td'],
  'webhook-timestamp': ['When this attempt was signed, in Unix seconds.', '1794735600'],
  'webhook-signature': [
    'Standard Webhooks signature over id, timestamp and body.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
};

/** The requests that this service sends to webhooks. */
export function webhooksOf(registry: SchemaRegistry): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const schema = registry.describe(eventOf[type], 'output');
      const example = registry.exampleOf(schema);
      const post = {
        summary: type,
        description: MEANINGS[type],
        operationId: `on${type.replace(/(^|\.)(.)/g, (_, __, initial: string) => initial.toUpperCase())}`,
        tags: [SENT.name],
        security: [],
        parameters: signatureParameters(),
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: {
          '2XX': { description: 'Received. Respond within 30 seconds and do the work afterwards.' },
          default: {
            description: 'Not received. Retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 24 hours.',
          },
        },
      };
      return [type, { post }];
    }),
  );
}

function signatureParameters(): Json[] {
  return Object.entries(SIGNATURE_HEADERS).map(([name, [description, example]]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
}

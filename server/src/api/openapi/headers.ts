import { own } from '../../base/own.ts';
import { API_VERSION } from '../version.ts';
import { type Json, pointTo } from './json.ts';

interface HeaderText {
  description: string;
  example: string;
  schema?: Json;
}

const WHOLE = { type: 'integer', minimum: 0 };

const HEADERS: Record<string, HeaderText> = {
  'X-Request-Id': {
    description: 'Identifies this request. Quote it when you ask for support.',
    example: 'req_01kq3v8r5j6n2e7m4c9b0xw1td',
  },
  'X-API-Version': { description: 'Date of the API version.', example: API_VERSION },
  'X-RateLimit-Limit': { description: 'Requests per hour that the plan allows.', example: '1000', schema: WHOLE },
  'X-RateLimit-Remaining': { description: 'Requests left in this hour.', example: '994', schema: WHOLE },
  'X-RateLimit-Reset': {
    description: 'When the hour ends, in Unix seconds.',
    example: '1794735600',
    schema: WHOLE,
  },
  'RateLimit-Policy': { description: 'The same limit as a structured field.', example: '"hourly";q=1000;w=3600' },
  RateLimit: { description: 'Requests left, and seconds until the reset.', example: '"hourly";r=994;t=2710' },
  Link: {
    description:
      'First, previous, next and last page, relative to the requested URL. Omitted if the filters are thousands of characters long.',
    example: '<?page=1&per_page=20>; rel="first", <?page=2&per_page=20>; rel="next", <?page=7&per_page=20>; rel="last"',
  },
  ETag: { description: 'Send it back as `If-None-Match` to get a 304 if nothing changed.', example: '"u3Zl0mZ4"' },
  'Content-Disposition': {
    description: 'For CSV and NDJSON: the file name.',
    example: 'attachment; filename="keywords.csv"',
  },
  Location: { description: 'URL of the created resource.', example: '/api/v1/keywords/kw_01kq3v8r5j6n2e7m4c9b0xw1td' },
  'Idempotent-Replayed': {
    description: 'The stored response to an earlier request with the same `Idempotency-Key`.',
    example: 'true',
    schema: { const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', example: '5', schema: WHOLE },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'Bearer' },
};

export const STAMPS = ['X-Request-Id', 'X-API-Version'];
export const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** The headers of a response: those that are always present, and those that may be present. */
export function headersOf(always: string[], sometimes: string[]): Json {
  return {
    ...Object.fromEntries(always.map((name) => [name, pointTo('headers', name)])),
    ...Object.fromEntries(sometimes.map((name) => [name, headerOf(name)])),
  };
}

/** Header descriptions shared by all responses. */
export function sharedHeaders(): Json {
  const names = [...STAMPS, ...RATE_HEADERS, 'ETag', 'WWW-Authenticate'];
  return Object.fromEntries(names.map((name) => [name, { ...headerOf(name), required: true }]));
}

function headerOf(name: string): Json {
  const header = own(HEADERS, name);
  if (!header) throw new Error(`The header ${name} has no description`);
  const { description, example, schema = { type: 'string' } } = header;
  return { description, schema, example: schema.type === 'integer' ? Number(example) : example };
}

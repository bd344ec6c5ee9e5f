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
      'Absolute URLs of the first, previous, next and last page. Omitted if the filters are thousands of characters long.',
    example: '<http://localhost:4000/api/v1/keywords?page=2&per_page=20>; rel="next"',
  },
  'X-Unknown-Parameters': {
    description: 'Query parameters that were ignored, because this endpoint does not have them.',
    example: 'platfrom (did you mean platform?)',
  },
  'Preference-Applied': {
    description: 'Sent if the request has `Prefer: handling=strict`, which makes unknown query parameters a 422.',
    example: 'handling=strict',
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

/** On any response. */
export const HINTS = ['X-Unknown-Parameters', 'Preference-Applied'];
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
    ...Object.fromEntries(HINTS.map((name) => [name, pointTo('headers', name)])),
  };
}

/** Header descriptions shared by all responses. */
export function sharedHeaders(): Json {
  const names = [...STAMPS, ...RATE_HEADERS, 'ETag', 'WWW-Authenticate'];
  const always = Object.fromEntries(names.map((name) => [name, { ...headerOf(name), required: true }]));
  return { ...always, ...Object.fromEntries(HINTS.map((name) => [name, headerOf(name)])) };
}

function headerOf(name: string): Json {
  const header = own(HEADERS, name);
  if (!header) throw new Error(`The header ${name} has no description`);
  const { description, example, schema = { type: 'string' } } = header;
  return { description, schema, example: schema.type === 'integer' ? Number(example) : example };
}

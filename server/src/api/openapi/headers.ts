import { API_VERSION } from '../version.ts';
import { type Json, pointTo } from './json.ts';

interface HeaderWords {
  description: string;
  example: string;
  schema?: Json;
}

const WHOLE = { type: 'integer', minimum: 0 };

const HEADERS: Record<string, HeaderWords> = {
  'X-Request-Id': {
    description: 'Names this request. Say it when you ask for help.',
    example: 'req_01kq3v8r5j6n2e7m4c9b0xw1td',
  },
  'X-API-Version': { description: 'Date of the contract that answered.', example: API_VERSION },
  'X-RateLimit-Limit': { description: 'Requests an hour that the plan allows.', example: '1000', schema: WHOLE },
  'X-RateLimit-Remaining': { description: 'Requests left in this hour.', example: '994', schema: WHOLE },
  'X-RateLimit-Reset': {
    description: 'When the hour ends, in Unix seconds.',
    example: '1794735600',
    schema: WHOLE,
  },
  'RateLimit-Policy': { description: 'The same limit as a structured field.', example: '"hourly";q=1000;w=3600' },
  RateLimit: { description: 'What is left, and for how many seconds.', example: '"hourly";r=994;t=2710' },
  Link: {
    description:
      'First, previous, next and last page, relative to the address that was asked. Left out after filters of thousands of characters.',
    example: '<?page=1&per_page=20>; rel="first", <?page=2&per_page=20>; rel="next", <?page=7&per_page=20>; rel="last"',
  },
  ETag: { description: 'Send it back as `If-None-Match` to get a 304 while nothing changed.', example: '"u3Zl0mZ4"' },
  'Content-Disposition': {
    description: 'With CSV and lines of JSON: the name of the file.',
    example: 'attachment; filename="keywords.csv"',
  },
  Location: { description: 'Address of what was made.', example: '/api/v1/keywords/kw_01kq3v8r5j6n2e7m4c9b0xw1td' },
  'Idempotent-Replayed': {
    description: 'The stored answer to an earlier request with the same `Idempotency-Key`.',
    example: 'true',
    schema: { const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', example: '5', schema: WHOLE },
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

/** The headers of a response: those it always has, and those it may have. */
export function headersOf(always: string[], sometimes: string[]): Json {
  return {
    ...Object.fromEntries(always.map((name) => [name, pointTo('headers', name)])),
    ...Object.fromEntries(sometimes.map((name) => [name, headerOf(name)])),
  };
}

/** Written once for all responses that always have them. */
export function sharedHeaders(): Json {
  const names = [...STAMPS, ...RATE_HEADERS, 'ETag', 'WWW-Authenticate'];
  return Object.fromEntries(names.map((name) => [name, { ...headerOf(name), required: true }]));
}

function headerOf(name: string): Json {
  const words = HEADERS[name];
  if (!words) throw new Error(`The header ${name} has no description`);
  const { description, example, schema = { type: 'string' } } = words;
  return { description, schema, example: schema.type === 'integer' ? Number(example) : example };
}

import type { FastifyRequest } from 'fastify';

/** The formats of a list. */
export type ListFormat = 'json' | 'csv' | 'ndjson';

export const FORMAT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Accepted media ranges with the format they select. */
const TAKEN: [range: string, format: ListFormat][] = [
  ['application/json', 'json'],
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['text/*', 'csv'],
  ['application/*', 'json'],
  ['*/*', 'json'],
];

/**
 * The format that the client prefers. JSON if none matches: RFC 9110 allows this, and clients with an unintended
 * `Accept` header still get JSON.
 */
export function acceptedFormat({ headers: { accept = '*/*' } }: Pick<FastifyRequest, 'headers'>): ListFormat {
  if (accept === '*/*') return 'json';
  const accepted = accept
    .split(',')
    .flatMap((part, place) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const known = TAKEN.findIndex(([name]) => name === range);
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      const q = weight === undefined ? 1 : Number(weight);
      return known === -1 || !(q > 0) ? [] : [{ format: TAKEN[known]?.[1], q, isWild: range.includes('*'), place }];
    })
    .sort((a, b) => b.q - a.q || Number(a.isWild) - Number(b.isWild) || a.place - b.place);
  return accepted[0]?.format ?? 'json';
}

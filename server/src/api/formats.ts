import type { FastifyRequest } from 'fastify';

/** How a list can be handed out. */
export type ListFormat = 'json' | 'csv' | 'ndjson';

export const FORMAT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** The most specific first: `text/*` is taken for what we have of it. */
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
 * What a client likes best of what there is. One that names nothing we have gets JSON, as ever: RFC 9110 leaves it to
 * the server, and a client that never meant its `Accept` is not broken by a format it did not ask for.
 */
export function acceptedFormat({ headers: { accept = '*/*' } }: Pick<FastifyRequest, 'headers'>): ListFormat {
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

import { z } from 'zod';
import { ApiError } from '../base/errors.ts';
import { editsBetween } from '../collect/meant-platform.ts';
import type { Route } from './route.ts';

/** What other APIs call our parameters. */
const ELSEWHERE = new Map([
  ['limit', 'per_page'],
  ['page_size', 'per_page'],
  ['from', 'since'],
  ['to', 'until'],
  ['start_date', 'since'],
  ['end_date', 'until'],
  ['search', 'q'],
  ['order_by', 'sort'],
]);
/** A header has to stay short, even if the query is long. */
const MOST_NAMED = 10;
const LONGEST_NAME = 40;

/**
 * The parameters of a query that the route does not know, as a header or an error names them: a misspelled filter would
 * return unfiltered data. Undefined if it knows all.
 */
export function unknownParameters({ query }: Pick<Route, 'query'>, sent: unknown): string | undefined {
  const known = query instanceof z.ZodObject ? query.shape : {};
  const unknown = Object.keys(sent as object).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return undefined;
  return unknown
    .slice(0, MOST_NAMED)
    .map((name) => hintOn(name, Object.keys(known)))
    .join(', ');
}

export const refuseUnknown = (unknown: string) => new ApiError(422, `Unknown query parameters: ${unknown}`);

/** RFC 7240: whether the client wants errors instead of leniency. */
export function isStrict(prefer: string | string[] | undefined): boolean {
  return prefer !== undefined && /(?:^|[,;])\s*handling\s*=\s*"?strict\b/i.test(String(prefer));
}

function hintOn(name: string, known: string[]): string {
  const shown = encodeURIComponent(name.toWellFormed().slice(0, LONGEST_NAME));
  const meant = meantOf(name.toLowerCase(), known);
  return meant === undefined ? shown : `${shown} (did you mean ${meant}?)`;
}

function meantOf(name: string, known: string[]): string | undefined {
  const elsewhere = ELSEWHERE.get(name);
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  if (name.length > LONGEST_NAME) return undefined;
  const nearest = known.map((one) => ({ one, edits: editsBetween(one, name) })).sort((a, b) => a.edits - b.edits)[0];
  return nearest && nearest.edits <= Math.min(2, nearest.one.length / 2) ? nearest.one : undefined;
}

import { randomBytes } from 'node:crypto';
import type { ZodObject, ZodType } from 'zod';
import type { AppDeps } from '../../src/api/app.ts';
import type { Route } from '../../src/api/route.ts';
import { addDays, dayOf } from '../../src/base/time.ts';
import { makeDueReport } from '../../src/reports/worker.ts';
import { sql } from '../../src/store/db.ts';
import { call } from './app.ts';

/** Whose eyes a walk over the endpoints is made with. */
export interface Walker {
  server: { url: string };
  key: string;
  routes: Route[];
  /** A word that stands in everything this walker creates. */
  marker: string;
}

type Ids = Record<string, string>;

/**
 * Bodies that endpoints accept, by operation, for those whose schema has no example of its own or whose records should
 * carry the marker; `ids` are those of the walker's own records.
 */
const BODIES: Record<string, (ids: Ids, marker: string) => unknown> = {
  createKeywords: (_, marker) => ({ keyword: `${marker} ${unique()}`, tags: [marker] }),
  changeKeyword: (_, marker) => ({ tags: [marker, 'changed'] }),
  ingestAnswers: ({ keyword_id }, marker) => ({
    keyword_id,
    platform: 'chatgpt_web',
    prompt: `Which ${marker} is good?`,
    text: `1. **Heron Board** – ${marker}, the best for small teams.`,
  }),
  changePlatform: (_, marker) => ({ api_key: marker }),
  createWebhook: (_, marker) => ({
    url: `https://hooks.example.com/${marker}`,
    description: marker,
    events: ['mention.new', 'visibility.changed'],
  }),
  createCompetitor: (_, marker) => ({ name: `${marker} ${unique()}`, domain: `${unique()}.example` }),
  advanceSandbox: () => ({ seconds: 1 }),
};

/** Which of their records some endpoints want, where not any will do. */
const WANTED: Record<string, (record: Ids) => boolean> = {
  getReportFile: ({ status }) => status === 'ready',
  changeReport: ({ status }) => status === 'scheduled',
  retryDelivery: ({ status }) => status !== 'pending',
  setSourceType: ({ domain }) => domain !== 'unresolved',
};

export interface Request {
  ids: Ids;
  body: unknown;
}

/** A request that the route accepts: own ids in its path, an example as its body. */
export async function prepare(walker: Walker, route: Route): Promise<Request> {
  return { ids: await ownIds(walker, route), body: await bodyFor(walker, route) };
}

export async function send(
  { server, key }: Walker,
  { method, path }: Route,
  { ids, body, query = '', headers = {} }: Request & { query?: string; headers?: Ids },
) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
  return call(server, `/api/v1${filled}${query}`, { key, method, headers, ...(body === undefined ? {} : { body }) });
}

async function bodyFor(walker: Walker, route: Route): Promise<unknown> {
  if (!route.body) return undefined;
  const [keyword_id = ''] = await idsIn(walker, '/keywords', { name: 'keyword_id' });
  const make = BODIES[route.operation];
  if (make) return make({ keyword_id }, walker.marker);
  const example = route.body.meta()?.example as Record<string, unknown> | undefined;
  if (!example) throw new Error(`${nameOf(route)} has no example: give its body one, or add it to support/walk.ts`);
  const named = 'name' in example ? { name: `${walker.marker} ${unique()}` } : {};
  return { ...example, ...named, ...('keyword_id' in example ? { keyword_id } : {}) };
}

/** An id for every parameter of a path, each taken from the list that stands before it in the path. */
async function ownIds(walker: Walker, route: Route, known: Ids = {}): Promise<Ids> {
  const name = paramsOf(route).find((param) => !(param in known));
  if (name === undefined) return known;
  const list = collectionOf(route, name, known);
  let problem = new Error(`${nameOf(route)} cannot be tried: GET ${list} is empty, let \`fill\` make one`);
  // Not every record has something inside: the first that has is taken.
  const wanted = collectionOf(route, name, {}) === lastCollection(route) ? WANTED[route.operation] : undefined;
  for (const id of await idsIn(walker, list, { name, wanted })) {
    try {
      return await ownIds(walker, route, { ...known, [name]: id });
    } catch (error) {
      problem = error as Error;
    }
  }
  throw problem;
}

/** The ids in a list. The event's is called `id` alone. */
export async function idsIn(
  walker: Walker,
  list: string,
  { name, wanted = () => true }: { name: string; wanted?: ((record: Ids) => boolean) | undefined },
): Promise<string[]> {
  const { status, body } = await call(walker.server, `/api/v1${list}?per_page=100`, { key: walker.key });
  if (status !== 200) throw new Error(`GET ${list} is ${status}: ${body?.detail}`);
  return body.data.filter(wanted).map((record: Ids) => record[name] ?? record.id);
}

/** One of everything that can be created, by the endpoints that create. */
export async function fill(walker: Walker): Promise<void> {
  const creating = walker.routes.filter(
    ({ method, operation, path }) => method === 'POST' && /^(create|ingest)/.test(operation) && !path.includes(':'),
  );
  for (const route of creating) {
    const { status, text } = await send(walker, route, await prepare(walker, route));
    if (status >= 300) throw new Error(`${nameOf(route)} is ${status}: ${text}`);
  }
  const day = addDays(dayOf(new Date()), -1);
  const once = { name: walker.marker, schedule: 'once', format: 'json', period_start: day, period_end: day };
  const { status, text } = await call(walker.server, '/api/v1/reports', {
    key: walker.key,
    method: 'POST',
    body: once,
  });
  if (status >= 300) throw new Error(`POST /reports is ${status}: ${text}`);
}

/** Brings what is under way to its end: reports are made, deliveries are over. */
export async function settle(deps: AppDeps): Promise<void> {
  while ((await makeDueReport(deps)) > 0);
  await deps.db.query(sql`update deliveries set status = 'failed', next_attempt_at = null where status = 'pending'`);
}

/** Deletions last, and what lies inside another thing before that thing. */
export function inWalkingOrder(routes: Route[]): Route[] {
  const rank = ({ method, path }: Route) => (method === 'DELETE' ? 100 : 0) - path.split('/').length;
  return [...routes].sort((a, b) => rank(a) - rank(b));
}

export function paramsOf({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

/** The path of the list that a parameter picks from: what stands before it. */
export function collectionOf({ path }: Route, name: string, ids: Ids): string {
  return path.slice(0, path.indexOf(`/:${name}`)).replace(/:(\w+)/g, (_, outer: string) => ids[outer] ?? '');
}

function lastCollection(route: Route): string {
  return collectionOf(route, paramsOf(route).at(-1) ?? '', {});
}

export function queryFields({ query }: Route): string[] {
  return fieldsOf(query);
}

/** The fields of a body by which it takes other records: `keyword_id`, `keyword_ids`. */
export function idFields({ body }: Route, example: unknown): string[] {
  const fields = new Set([...fieldsOf(body), ...Object.keys(example as object)]);
  return [...fields].filter((field) => /_ids?$/.test(field));
}

function fieldsOf(schema: ZodType | undefined): string[] {
  return Object.keys((schema as ZodObject | undefined)?.shape ?? {});
}

export function nameOf({ operation, method, path }: Route): string {
  return `${operation} (${method} ${path})`;
}

/** An id that nobody has, of the same shape. */
export function unknownLike(id: string): string {
  return id.slice(0, -10) + randomBytes(5).toString('hex');
}

function unique(): string {
  return randomBytes(4).toString('hex');
}

import { Readable } from 'node:stream';
import { type ZodType, z } from 'zod';
import { csvWriter } from './csv.ts';
import { FORMAT_TYPES } from './formats.ts';
import { JsonText, ReadyFile, type Route, type RouteInput, type RouteResult } from './route.ts';

/** More than any list has that is not walked: those are bounded by limits of their own. */
const ALL = 1_000_000;

/** A list on its way out. */
export interface OpenList {
  headers: Record<string, string>;
  lines: Readable;
}

/** The schemas of a list's records when a route answers with a list; several where fields are added on request. */
export function recordsOf({ method, responses }: Route): ZodType[] | undefined {
  const answer = responses[200];
  if (method !== 'GET' || !answer) return undefined;
  const lists = answer instanceof z.ZodUnion ? (answer.options as ZodType[]) : [answer];
  const records = lists.map((list) => {
    const data = list instanceof z.ZodObject && 'meta' in list.shape ? list.shape.data : undefined;
    return data instanceof z.ZodArray ? (data.element as ZodType) : undefined;
  });
  return records.every((record) => record !== undefined) ? records : undefined;
}

export interface ListRequest {
  route: Route;
  records: ZodType[];
  input: RouteInput<unknown, unknown>;
  format: 'csv' | 'ndjson';
  /** Whether one page was asked for by its number or size; else the whole list is meant. */
  isPage: boolean;
  /** Only what stands before the list is wanted. */
  isHead: boolean;
  ask(input: RouteInput<unknown, unknown>): Promise<RouteResult>;
  checkRecords: boolean;
}

/**
 * Opens a list as CSV or lines of JSON. The first batch is read before anything is sent, so that what is wrong with the
 * request is still an error; what goes wrong later breaks the connection off, since a file that merely ends looks whole.
 */
export async function openList(request: ListRequest): Promise<OpenList> {
  const { route, format, isHead } = request;
  const opened =
    request.isPage || !route.walk ? await atOnce(request) : { headers: {}, batches: route.walk(request.input) };
  const batches = opened.batches[Symbol.asyncIterator]();
  const first = await batches.next();
  const name = route.path.split('/').findLast((part) => !part.startsWith(':')) ?? 'list';
  const headers = {
    ...opened.headers,
    'content-type': `${FORMAT_TYPES[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'private, no-store',
  };
  if (isHead) await batches.return?.();
  const lines = isHead ? [] : write(request, first, batches);
  // One batch waits while another is sent, however long the list is.
  return { headers, lines: Readable.from(lines, { highWaterMark: 1 }) };
}

async function atOnce({ input, isPage, ask }: ListRequest) {
  const query = isPage ? input.query : { ...(input.query as object), page: 1, per_page: ALL };
  const { headers = {}, body } = await ask({ ...input, query });
  if (body === undefined || body instanceof ReadyFile) throw new Error('a list has a body');
  const { data } = (body instanceof JsonText ? JSON.parse(body.text) : body) as { data: object[] };
  return { headers: isPage ? headers : {}, batches: one(data) };
}

async function* one<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}

async function* write(
  { records, format, checkRecords, route }: ListRequest,
  first: IteratorResult<object[]>,
  rest: AsyncIterator<object[]>,
): AsyncGenerator<string> {
  const toText = format === 'csv' ? csvWriter(records, first.done ? undefined : first.value[0]) : undefined;
  if (toText) yield toText('header');
  try {
    for (let batch = first; !batch.done; batch = await rest.next()) {
      if (checkRecords) check(route, records, batch.value);
      const text = toText ? toText(batch.value) : batch.value.map((record) => `${JSON.stringify(record)}\n`).join('');
      if (text !== '') yield text;
    }
  } finally {
    await rest.return?.();
  }
}

function check({ method, path }: Route, records: ZodType[], batch: object[]): void {
  const checked = z.array(z.union(records)).safeParse(JSON.parse(JSON.stringify(batch)));
  if (!checked.success) throw new Error(`${method} ${path} lists what it does not declare: ${checked.error}`);
}

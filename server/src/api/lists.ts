import { Readable } from 'node:stream';
import { type ZodType, z } from 'zod';
import { csvWriter } from './csv.ts';
import { FORMAT_TYPES } from './formats.ts';
import { JsonText, ReadyFile, type Route, type RouteInput, type RouteResult } from './route.ts';

/** More records than any list without `walk` can have. */
const ALL = 1_000_000;

/** A list as a stream. */
export interface OpenList {
  headers: Record<string, string>;
  lines: Readable;
}

/** The record schemas if a route returns a list: several if optional fields can be included. */
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
  /** Whether a page was requested by number or size. Otherwise the whole list is sent. */
  isPage: boolean;
  /** Only the headers are needed. */
  isHead: boolean;
  ask(input: RouteInput<unknown, unknown>): Promise<RouteResult>;
  /** Reads a batch when it is the workspace's turn. */
  inTurn<Batch>(read: () => Promise<Batch>, longestWaitMs?: number): Promise<Batch>;
  checkRecords: boolean;
}

/**
 * Opens a list as CSV or NDJSON. The first batch is read before anything is sent, so that an invalid request still gets
 * an error status. A later error closes the connection, because a file that just ends would look complete.
 */
export async function openList(request: ListRequest): Promise<OpenList> {
  const { route, format, isHead } = request;
  const opened =
    request.isPage || !route.walk ? await readWhole(request) : { headers: {}, batches: route.walk(request.input) };
  const batches = opened.batches[Symbol.asyncIterator]();
  const first = await request.inTurn(() => batches.next());
  const name = route.path.split('/').findLast((part) => !part.startsWith(':')) ?? 'list';
  const headers = {
    ...opened.headers,
    'content-type': `${FORMAT_TYPES[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'private, no-store',
  };
  if (isHead) await batches.return?.();
  const lines = isHead ? [] : write(request, first, batches);
  // Buffers one batch while another is sent, however long the list is.
  return { headers, lines: Readable.from(lines, { highWaterMark: 1 }) };
}

async function readWhole({ input, isPage, ask }: ListRequest) {
  const query = isPage ? input.query : { ...(input.query as object), page: 1, per_page: ALL };
  const { headers = {}, body } = await ask({ ...input, query });
  if (body === undefined || body instanceof ReadyFile) throw new Error('A list must have a body');
  const { data } = (body instanceof JsonText ? JSON.parse(body.text) : body) as { data: object[] };
  return { headers: isPage ? headers : {}, batches: one(data) };
}

async function* one<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}

async function* write(
  { records, format, checkRecords, route, inTurn }: ListRequest,
  first: IteratorResult<object[]>,
  rest: AsyncIterator<object[]>,
): AsyncGenerator<string> {
  const toText = format === 'csv' ? csvWriter(records, first.done ? undefined : first.value[0]) : undefined;
  if (toText) yield toText('header');
  try {
    for (let batch = first; !batch.done; batch = await inTurn(() => rest.next(), Infinity)) {
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
  if (!checked.success)
    throw new Error(`${method} ${path} returned records that do not match its schema: ${checked.error}`);
}

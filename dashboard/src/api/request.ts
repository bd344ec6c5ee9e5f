import type { ApiErrorBody } from '@visibility/sdk';
import type { AnswerTo, BodyOf, Call, Sent } from '@visibility/server/contract';
import { own } from '../../../server/src/base/own.ts';
import { isShared } from './shared.ts';

/** The workspace that is shown: every account has two. */
export type Mode = 'live' | 'test';

export const NO_ANSWER = 'Can’t reach the server. Check that it is running, then try again.';

/** A problem with one field of a body. */
export interface Problem {
  /** Parts joined by dots, such as `allowed_ips.0`. Empty if the problem is not about one field. */
  path: string;
  /** Shown beside the field, so without the field's name. */
  message: string;
}

interface Refusal {
  problems?: Problem[];
  /** The rejected body. */
  sent?: unknown;
}

/** An error response. Status 0: the server did not respond. */
export class RequestError extends Error {
  readonly status: number;
  readonly problems: Problem[];
  readonly sent: unknown;

  constructor(status: number, detail: string, { problems = [], sent }: Refusal = {}) {
    super(detail);
    this.name = 'RequestError';
    this.status = status;
    this.problems = problems;
    this.sent = sent;
  }
}

interface RequestOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
}

/** The parameter names of a call: `mode` and `alert_id` in `GET /:mode/alerts/:alert_id`. */
export type NamesIn<Text extends string> = Text extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Text extends `${string}:${infer Name}?${string}`
    ? Name
    : Text extends `${string}:${infer Name}`
      ? Name
      : never;

export type CallOptions<One extends Call> = Omit<RequestOptions, 'method' | 'body'> & {
  query?: object;
  body?: One extends Sent ? BodyOf<One> : unknown;
} & ([NamesIn<One>] extends [never] ? { params?: Record<string, never> } : { params: Record<NamesIn<One>, string> });

interface FreeOptions extends RequestOptions {
  params?: Record<string, string>;
  query?: object;
}

/** Writes in progress: a second quick click gets the response of the first instead of creating a second key. */
const inProgress = new Map<string, Promise<unknown>>();

/** Sends a request of the server's contract, which defines the type of the response. */
export function request<One extends Call>(call: One, options: CallOptions<One>): Promise<AnswerTo<One>> {
  const { params = {}, query = {}, ...rest }: FreeOptions = options;
  const [method = '', template = ''] = call.split(' ');
  // The workspace of a shared page is that of its link.
  const place = isShared() && 'mode' in params ? { ...params, mode: 'shared' } : params;
  const path = addressOf(template, { params: place, query });
  if (method === 'GET') return ask(path, rest);
  const write = JSON.stringify([method, path, rest.body]);
  const answer = inProgress.get(write) ?? ask(path, { ...rest, method }).finally(() => inProgress.delete(write));
  inProgress.set(write, answer);
  return answer as Promise<AnswerTo<One>>;
}

function addressOf(template: string, { params, query }: { params: Record<string, string>; query: object }): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(own(params, name) ?? ''));
  const added = toQuery(query);
  return added === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${added}`;
}

async function ask<Answer>(path: string, { method = 'GET', body, signal }: RequestOptions): Promise<Answer> {
  const response = await send(`/dashboard/api${path}`, {
    method,
    signal,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await readError(response, body);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** A file that the server makes of a body. */
export async function fileFrom(path: string, body: object): Promise<File> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(`/dashboard/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await readError(response, body);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return new File([await response.blob()], name ?? 'file');
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestError(0, NO_ANSWER);
  }
}

async function readError(response: Response, sent: unknown): Promise<RequestError> {
  const { status } = response;
  const body: Partial<ApiErrorBody> & Refusal = await response.json().catch(() => ({}));
  const detail = body.detail ?? `The server responded with status ${status} and no message.`;
  return new RequestError(status, detail, { problems: body.problems, sent });
}

/** The query string. Undefined and empty values are left out. */
export function toQuery(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

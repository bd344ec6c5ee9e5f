import type { ApiErrorBody } from '@visibility/sdk';
import type { AnswerTo, Call } from '@visibility/server/contract';

export const NO_ANSWER = 'Can’t reach the server. Check that it is running, then try again.';

/** What is wrong with one field of a body. */
export interface Problem {
  /** Its parts joined by dots: `allowed_ips.0`. Empty: no single field. */
  path: string;
  /** A sentence to show beside the field, without its name. */
  message: string;
}

interface Refusal {
  problems?: Problem[];
  /** The body that was refused. */
  sent?: unknown;
}

/** What the server answered instead of data. Status 0: it did not answer. */
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

/** The names behind the colons of a call: `mode` and `alert_id` in `GET /:mode/alerts/:alert_id`. */
type NamesIn<Text extends string> = Text extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Text extends `${string}:${infer Name}?${string}`
    ? Name
    : Text extends `${string}:${infer Name}`
      ? Name
      : never;

type CallOptions<One extends Call> = Omit<RequestOptions, 'method'> & { query?: object } & ([NamesIn<One>] extends [
    never,
  ]
    ? { params?: Record<string, never> }
    : { params: Record<NamesIn<One>, string> });

interface FreeOptions extends RequestOptions {
  params?: Record<string, string>;
  query?: object;
}

/** Writes under way: the second of two quick clicks gets the answer of the first, and not a second key. */
const underWay = new Map<string, Promise<unknown>>();

/** Makes a request of the server's contract, which says what the answer is. */
export function request<One extends Call>(call: One, options: CallOptions<One>): Promise<AnswerTo<One>> {
  const { params = {}, query = {}, ...rest }: FreeOptions = options;
  const [method = '', template = ''] = call.split(' ');
  const path = addressOf(template, { params, query });
  if (method === 'GET') return ask(path, rest);
  const write = JSON.stringify([method, path, rest.body]);
  const answer = underWay.get(write) ?? ask(path, { ...rest, method }).finally(() => underWay.delete(write));
  underWay.set(write, answer);
  return answer as Promise<AnswerTo<One>>;
}

function addressOf(template: string, { params, query }: { params: Record<string, string>; query: object }): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
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
  const detail = body.detail ?? `The server answered ${status} without a reason.`;
  return new RequestError(status, detail, { problems: body.problems, sent });
}

/** The part of an address behind the `?`; what is undefined or empty is left out. */
export function toQuery(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

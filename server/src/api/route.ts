import type { ZodType, z } from 'zod';
import type { Mode, Plan } from '../store/accounts/accounts.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import type { Actor } from '../store/accounts/audit.ts';
import type { Origin } from '../store/workspaces/workspaces.ts';
import type { Load } from './fair-queue.ts';

/** The caller and its workspace. */
export interface Caller {
  workspaceId: string;
  mode: Mode;
  plan: Plan;
  scopes: Scope[];
  /** Increased by every change to the workspace's lists of keywords and records. Read with the key. */
  listVersion?: string;
  /** For the audit log. */
  by: Actor;
}

/** The definition of one endpoint, shared by the API, the dashboard and the OpenAPI document. */
export interface Route {
  /** The operation id in the OpenAPI document and in clients: `listKeywords`. */
  operation: string;
  /** One line for the OpenAPI document. */
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  scope: Scope;
  query: ZodType | undefined;
  body: ZodType | undefined;
  /** The documented body, if `body` accepts anything because the handler selects the shape. */
  bodyShape: ZodType | undefined;
  responses: Responses;
  /** Errors specific to this endpoint. Errors that any endpoint may return are added automatically. */
  errors: Record<number, string>;
  bodyLimit: number | undefined;
  /** Whether the body may also be NDJSON, which is passed to the handler as `Ndjson`. */
  takesNdjson: boolean;
  load: Load;
  /** A version of everything the response depends on, to respond from memory or with a 304. */
  version: ((caller: Caller) => string | undefined) | undefined;
  /** All records of a long list, in batches. Lists without it are short and sent in one piece. */
  walk: ((input: RouteInput<unknown, unknown>) => AsyncIterable<object[]>) | undefined;
  handle(input: RouteInput<unknown, unknown>): Promise<RouteResult>;
}

export interface RouteInput<Query, Body> {
  caller: Caller;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** Stored with the events that the request publishes. */
  origin?: Origin;
}

export interface RouteResult {
  status?: number;
  headers?: Record<string, string>;
  /** The `version` of the response, for routes that have one. */
  version?: string;
  /** Undefined for no body, as with a 204. */
  body: object | JsonText<unknown> | ReadyFile | undefined;
}

/** The schema of each status that a route returns. */
export type Responses = Record<number, ZodType>;

/** What a handler may return: the body must match the schema of its status. The default status is 200. */
export type Answer<Declared extends Responses, Status> = { status?: Status } & AnswerWith<Declared, Status | 200>;

type AnswerWith<Declared extends Responses, Status> = Status extends keyof Declared & number
  ? Omit<RouteResult, 'status' | 'body'> &
      (Status extends 200 ? { status?: 200 } : { status: Status }) & { body: BodyOf<Declared[Status]> }
  : never;

type BodyOf<Schema extends ZodType> = Schema extends z.ZodFile
  ? ReadyFile
  : z.input<Schema> | JsonText<z.input<Schema>>;

/** A response as it is sent. */
export interface SentAnswer {
  status: number;
  headers: Record<string, string>;
  text: string | undefined;
  /** The text in UTF-8, if the response may be sent again. */
  bytes?: Buffer;
  file?: ReadyFile;
}

/**
 * JSON already serialized by PostgreSQL or an earlier step. Takes its schema as an argument, so that the compiler can
 * check the type.
 */
export class JsonText<Body> {
  declare readonly describes: Body;
  readonly text: string;

  constructor(_schema: ZodType<unknown, Body>, text: string) {
    this.text = text;
  }
}

/** A file to download, declared as `z.file()`. Sent as a stream. */
export class ReadyFile {
  readonly type: string;
  /** ASCII without quotes, because it is used in a header. */
  readonly filename: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Buffer>;

  constructor({ type, filename, size, bytes }: Pick<ReadyFile, 'type' | 'filename' | 'size' | 'bytes'>) {
    this.type = type;
    this.filename = filename;
    this.size = size;
    this.bytes = bytes;
  }
}

/** A body of `application/x-ndjson`, not yet parsed: an invalid line must not affect the others. */
export class Ndjson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Parsed<Schema> = Schema extends ZodType ? z.output<Schema> : undefined;

interface RouteSpec<Declared extends Responses, Status, Query, Body> {
  operation: string;
  summary: string;
  method: Route['method'];
  path: string;
  scope: Scope;
  query?: Query;
  body?: Body;
  bodyShape?: ZodType;
  bodyLimit?: number;
  takesNdjson?: boolean;
  load?: Load;
  responses: Declared;
  errors?: Record<number, string>;
  version?: Route['version'];
  walk?(input: RouteInput<Parsed<Query>, Parsed<Body>>): AsyncIterable<object[]>;
  handle(input: RouteInput<Parsed<Query>, Parsed<Body>>): Promise<Answer<Declared, Status>>;
}

/** Ties the types of `query` and `body` to the handler's input, and those of `responses` to its result. */
export function route<
  Declared extends Responses,
  Status extends keyof Declared = never,
  Query extends ZodType | undefined = undefined,
  Body extends ZodType | undefined = undefined,
>(spec: RouteSpec<Declared, Status, Query, Body>): Route {
  type Input = RouteInput<Parsed<Query>, Parsed<Body>>;
  return {
    query: undefined,
    body: undefined,
    bodyShape: undefined,
    bodyLimit: undefined,
    takesNdjson: false,
    load: 'small',
    errors: {},
    version: undefined,
    ...spec,
    walk: spec.walk as Route['walk'],
    handle: (input) => spec.handle(input as Input) as Promise<RouteResult>,
  };
}

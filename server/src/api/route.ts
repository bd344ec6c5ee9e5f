import type { ZodType, z } from 'zod';
import type { Mode, Plan } from '../store/accounts/accounts.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import type { Actor } from '../store/accounts/audit.ts';

/** Who is calling, and which workspace that opens. */
export interface Caller {
  workspaceId: string;
  mode: Mode;
  plan: Plan;
  scopes: Scope[];
  /** For the audit log. */
  by: Actor;
}

/** One endpoint as data: the same definition is served to keys, to the dashboard, and to the API's description. */
export interface Route {
  /** Its name in the API's description and in clients: `listKeywords`. */
  operation: string;
  /** What it is for, in one line. */
  summary: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: Scope;
  query: ZodType | undefined;
  body: ZodType | undefined;
  /** How the body is described, where `body` takes anything because the handler decides which shape is meant. */
  bodyShape: ZodType | undefined;
  responses: Responses;
  /** Errors of this endpoint alone and when they come; those that any endpoint may answer need not be named. */
  errors: Record<number, string>;
  bodyLimit: number | undefined;
  /** Whether the body may also be lines of JSON; it is then handed over as `Ndjson`. */
  takesNdjson: boolean;
  /** What all its answers depend on, told without making one: asked when a client already has an answer. */
  version: ((caller: Caller) => Promise<string>) | undefined;
  /** All records of a list that may be long, a batch at a time. One without it is short and handed out at once. */
  walk: ((input: RouteInput<unknown, unknown>) => AsyncIterable<object[]>) | undefined;
  handle(input: RouteInput<unknown, unknown>): Promise<RouteResult>;
}

export interface RouteInput<Query, Body> {
  caller: Caller;
  params: Record<string, string>;
  query: Query;
  body: Body;
}

export interface RouteResult {
  status?: number;
  headers?: Record<string, string>;
  /** The `version` that the answer was made at, for routes that tell one. */
  version?: string;
  /** Undefined: none, as with a 204. */
  body: object | JsonText<unknown> | ReadyFile | undefined;
}

/** The schema of each status that a route answers with. */
export type Responses = Record<number, ZodType>;

/** What a handler may return: with a declared status the body that its schema describes. Without a status it is 200. */
export type Answer<Declared extends Responses, Status> = { status?: Status } & AnswerWith<Declared, Status | 200>;

type AnswerWith<Declared extends Responses, Status> = Status extends keyof Declared & number
  ? Omit<RouteResult, 'status' | 'body'> &
      (Status extends 200 ? { status?: 200 } : { status: Status }) & { body: BodyOf<Declared[Status]> }
  : never;

type BodyOf<Schema extends ZodType> = Schema extends z.ZodFile
  ? ReadyFile
  : z.input<Schema> | JsonText<z.input<Schema>>;

/** An answer as it goes over the wire. */
export interface SentAnswer {
  status: number;
  headers: Record<string, string>;
  text: string | undefined;
  file?: ReadyFile;
}

/** JSON that PostgreSQL or an earlier step has already written. It names its schema, since the compiler cannot see into it. */
export class JsonText<Body> {
  declare readonly describes: Body;
  readonly text: string;

  constructor(_schema: ZodType<unknown, Body>, text: string) {
    this.text = text;
  }
}

/** A file to keep; declared as `z.file()`. Its bytes are sent as fast as they are taken. */
export class ReadyFile {
  readonly type: string;
  /** ASCII without quotes: it stands in a header. */
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

/** A body of `application/x-ndjson`, not yet parsed: a line that is not JSON is that line's problem alone. */
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
  responses: Declared;
  errors?: Record<number, string>;
  version?: Route['version'];
  walk?(input: RouteInput<Parsed<Query>, Parsed<Body>>): AsyncIterable<object[]>;
  handle(input: RouteInput<Parsed<Query>, Parsed<Body>>): Promise<Answer<Declared, Status>>;
}

/** Ties the types of `query` and `body` to the handler's input, and those of `responses` to what it returns. */
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
    errors: {},
    version: undefined,
    ...spec,
    walk: spec.walk as Route['walk'],
    handle: (input) => spec.handle(input as Input) as Promise<RouteResult>,
  };
}

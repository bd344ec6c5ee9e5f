import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { createBadKeyThrottle } from '../../src/access/bad-key-throttle.ts';
import { createKeyUse } from '../../src/access/key-use.ts';
import { createKey, type KeyInput } from '../../src/access/keys.ts';
import { type AppDeps, createApp } from '../../src/api/app.ts';
import { openApiDocument } from '../../src/api/openapi/openapi.ts';
import { v1Routes } from '../../src/api/v1/v1.ts';
import { createLog } from '../../src/base/log.ts';
import { createSecretsBox } from '../../src/base/secrets-box.ts';
import { mcpRoutes } from '../../src/mcp/http.ts';
import { sandboxAsker } from '../../src/sandbox/asker.ts';
import { createAccountWithSandbox } from '../../src/sandbox/create.ts';
import { seedSandboxes } from '../../src/sandbox/seed.ts';
import type { Mode, Plan } from '../../src/store/accounts/accounts.ts';
import type { Db } from '../../src/store/db.ts';
import { deleteKeyword, keywordNames } from '../../src/store/keywords/keywords.ts';
import { publicAddresses } from '../../src/webhooks/address.ts';
import { createWebhookAgent } from '../../src/webhooks/agent.ts';
import { type Contract, readContract } from './contract.ts';
import { type Account, copyOrFill } from './filled-sandbox.ts';

/** The whole HTTP side on this or a free port, every response checked against its schema and the OpenAPI document. */
export function useApp(db: Db, overrides: Partial<AppDeps> = {}, port = 0) {
  const addresses = publicAddresses(['127.0.0.0/8']);
  const deps: AppDeps = {
    db,
    reads: db,
    ask: sandboxAsker(db),
    secrets: createSecretsBox(randomBytes(32)),
    addresses,
    agent: createWebhookAgent({ addresses }),
    keyUse: createKeyUse(db),
    badKeys: createBadKeyThrottle(),
    log: createLog({ level: 'silent', pretty: false }),
    files: undefined,
    baseUrl: 'http://localhost:4000',
    trustProxy: [],
    environmentPlatforms: ['chatgpt'],
    checkResponses: true,
    // A password of tests is not worth a third of a second.
    passwordLogCost: 10,
    ...overrides,
  };
  const app = createApp(deps);
  mcpRoutes(app, deps);
  const server = { deps, app, url: '', port: 0 };
  const problems = deps.checkResponses ? checkAgainstDocument(app, deps) : [];
  afterEach(() => expect(problems.splice(0)).toEqual([]));
  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port });
    server.port = (app.server.address() as AddressInfo).port;
    server.url = `http://127.0.0.1:${server.port}`;
  });
  afterAll(() => app.close());
  return server;
}

/** Collects what the API answers that its document does not say. */
function checkAgainstDocument(app: FastifyInstance, deps: AppDeps): string[] {
  const problems: string[] = [];
  let contract: Contract | undefined;
  app.addHook('onSend', async (request, reply, payload) => {
    // The route that answered rather than the address, which can be written in many ways. No route answers 405.
    const route = reply.statusCode === 405 ? undefined : request.routeOptions.url;
    const path = route?.replace(/:(\w+)/g, '{$1}').replace(/\.(csv|ndjson)$/, '') ?? request.url.split('?')[0] ?? '';
    if (!path.startsWith('/api/v1/') || path === '/api/v1/openapi.json') return;
    contract ??= contractOf(deps);
    const body = payload === undefined || payload === null ? '' : typeof payload === 'string' ? payload : undefined;
    const { method } = request;
    problems.push(
      ...contract.problemsOf({ method, path, status: reply.statusCode, headers: reply.getHeaders(), body }),
    );
  });
  return problems;
}

/** One for a process, which runs several test files: the schemas of its document are compiled once. */
const world = globalThis as { testContract?: Contract };

/** Only what is deprecated differs between the apps of tests, beside addresses, which are not checked. */
function contractOf(deps: AppDeps): Contract {
  const read = () => readContract(openApiDocument(v1Routes(deps), deps));
  if (deps.deprecations) return read();
  world.testContract ??= read();
  return world.testContract;
}

/** For tests that analyze or verify all answers again. */
export const FEW_KEYWORDS = ['kanban board software', 'team collaboration tools', 'workload management software'];

/** A sandbox with significant changes of the own brand and of a competitor, and with answers of more than one month. */
export const CHANGING = {
  historyDays: 50,
  seed: 'visibility',
  only: ['team collaboration tools', 'workload management software'],
};

interface GivenAccount {
  plan?: Plan;
  historyDays?: number;
  seed?: string;
  /** Only these of the sandbox's keywords: an answer takes a millisecond to fill in, and another to verify. */
  only?: string[];
}

/**
 * An account whose sandbox has this many days of history. Each kind is filled once in a run, 35 days in about twenty
 * seconds: take 1 or 8 days, 35 of the seed `visibility`, or `CHANGING`, if the numbers do not matter.
 */
export function givenAccount(deps: AppDeps, given: GivenAccount = {}): Promise<Account> {
  const { plan, historyDays = 0, seed, only = [] } = given;
  // With Citus, the rows are on other nodes too.
  if (historyDays === 0 || inject('citusUrl')) return fillAccount(deps, given);
  const fill = (db: Db) => fillAccount({ ...deps, db, reads: db, ask: sandboxAsker(db) }, given);
  const name = [seed, plan, historyDays, ...only].join('-');
  return copyOrFill(deps.db, { name, historyDays, fill });
}

/** The same, always generated and never a copy. */
export async function fillAccount(
  deps: AppDeps,
  { plan = 'enterprise', historyDays = 0, seed = inject('seed'), only = [] }: GivenAccount,
): Promise<Account> {
  const account = await deps.db.transaction(async (tx) => {
    const created = await createAccountWithSandbox(tx, { name: 'Test', plan, seed, historyDays });
    const workspaceId = created.workspaces.test;
    for (const [keywordId, { keyword }] of only.length > 0 ? await keywordNames(tx, workspaceId) : []) {
      if (!only.includes(keyword)) await deleteKeyword(tx, workspaceId, keywordId);
    }
    return created;
  });
  await seedSandboxes(deps, () => {}, new AbortController().signal);
  return account;
}

export function givenKey(
  deps: AppDeps,
  account: { workspaces: Record<Mode, string> },
  { mode = 'test', ...input }: Partial<KeyInput> & { mode?: Mode } = {},
): Promise<string> {
  const unrestricted = { allowedIps: [], allowedDomains: [], expiresAt: undefined };
  const all: KeyInput = { name: 'test key', scopes: ['read', 'write'], ...unrestricted, ...input };
  return createKey(deps, { workspaceId: account.workspaces[mode], mode }, all);
}

/** A call to the API, and what came back. */
export async function call(
  server: { url: string },
  path: string,
  {
    key,
    method = 'GET',
    body,
    headers = {},
  }: { key?: string; method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isFile = response.headers.get('content-type') === 'application/pdf';
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  const answer: any = text && !isFile ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body: answer };
}

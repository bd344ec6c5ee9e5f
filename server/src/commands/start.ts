import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBadKeyThrottle } from '../access/bad-key-throttle.ts';
import { parseNetworks } from '../access/ip-list.ts';
import { createKeyUse } from '../access/key-use.ts';
import { createOidcProvider } from '../access/oidc-provider.ts';
import { createSignInToken } from '../access/sessions.ts';
import { type AppDeps, createApp } from '../api/app.ts';
import { createFairQueue, type FairQueue } from '../api/fair-queue.ts';
import { createPrometheus, type Prometheus, servePrometheus } from '../api/prometheus.ts';
import { readStaticFiles } from '../api/static-files.ts';
import { SetupError } from '../base/errors.ts';
import { createLog, type Log } from '../base/log.ts';
import { type Config, keepIn, oidcIn, proxyIn } from '../config.ts';
import type { MailDeps } from '../mail/send.ts';
import { mcpRoutes } from '../mcp/http.ts';
import type { Asker } from '../measure/ask.ts';
import { endPasswordSessions } from '../store/accounts/identities.ts';
import type { Db } from '../store/db.ts';
import { openReplica, type Replica } from '../store/replica.ts';
import { searchIndexProblem } from '../store/system/search-index.ts';
import { publicAddresses } from '../webhooks/address.ts';
import { createWebhookAgent } from '../webhooks/agent.ts';
import { logAttempt } from '../webhooks/log-attempt.ts';
import type { SentResult } from '../webhooks/send.ts';
import { chooseAsker, choosePlatformChecks } from './asker.ts';
import { newestBackup } from './backup-mark.ts';
import type { Call } from './command.ts';
import { ensureFirstAccount } from './first-account.ts';
import { chooseSmtp } from './mail.ts';
import { chooseAccount, openService, type Service } from './open.ts';
import { platformsWithKey } from './platform-settings.ts';
import { createProgress } from './progress.ts';
import { markServer, respondingServer } from './server-mark.ts';
import { readSourceTypes } from './source-types.ts';
import { untilStopped } from './until-stopped.ts';
import { startWorkers } from './workers.ts';

type Role = 'all' | 'api' | 'worker';

/** Even if something hangs. With 15 s of STOP_DELAY_SECONDS, it is within the 60 s that service managers allow. */
const STOP_MS = 40_000;
const KEY_USE_EVERY_MS = 30_000;
const DASHBOARD = fileURLToPath(new URL('../../assets/dashboard', import.meta.url));

/** Runs until a signal, or until the database can no longer be used. */
export async function run({ config, environment, options: { role } }: Call<{ role: Role }>): Promise<undefined> {
  const isTerminal = process.stdout.isTTY === true;
  const log = createLog({ level: config.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'), pretty: isTerminal });
  // Registered first, so that a signal during the start is not lost and does not stop the process halfway.
  const stopped = untilStopped({ isUnderNpm: environment.npm_lifecycle_event === 'start' });
  const leaving = new AbortController();
  const running = await start(config, { role, log, leaving: leaving.signal });
  const reason = await Promise.race([stopped, running.lost]);
  leaving.abort();
  if (reason === undefined) await sleep(config.STOP_DELAY_SECONDS * 1000);
  const limit = setTimeout(() => {
    log.error('the stop takes too long: the process exits, and what is under way is continued at the next start');
    process.exit(1);
  }, STOP_MS);
  await running.stop();
  clearTimeout(limit);
  if (reason !== undefined) throw new SetupError(reason);
}

/** A running server. */
interface Running {
  /** Resolves with the reason when the database stops for good or a newer version has migrated it. */
  lost: Promise<string>;
  /** Finishes work in progress and stops everything, including the built-in PostgreSQL. */
  stop(): Promise<void>;
}

interface StartOptions {
  role: Role;
  log: Log;
  leaving: AbortSignal;
}

async function start(config: Config, { role, log, leaving }: StartOptions): Promise<Running> {
  const trustProxy = parseNetworks('TRUST_PROXY', config.TRUST_PROXY);
  const reach = reachOf(config);
  checkFont(config);
  const sourceTypes = readSourceTypes(config.SOURCE_TYPES_FILE);
  const smtp = chooseSmtp(config);
  if (role !== 'worker') await checkPort(config);
  const service = await openService(config, { restartLog: log });
  const steps = [service.close];
  let onUnfit = (_reason: string) => {};
  const unfit = new Promise<string>((resolve) => {
    onUnfit = resolve;
  });
  const stop = () => undo(steps, log);
  try {
    const problem = await searchIndexProblem(service.db);
    if (problem !== undefined) log.warn(problem);
    const first = await ensureFirstAccount(service, config.SANDBOX_DAYS);
    const address = config.BASE_URL ?? `http://localhost:${config.PORT}`;
    const oidc = await chooseOidc(config, service.db);
    const queue = createFairQueue();
    const ask = chooseAsker(service, config);
    const prometheus = measureProcess(service, { ask, queue, baseUrl: address });
    const replica = chooseReplica(config, service.db, log);
    if (replica) steps.push(replica.close);
    const deps = {
      ...service,
      onUnfit,
      reads: replica?.reads ?? service.db,
      replica,
      leaving,
      ...reach,
      log,
      smtp,
      sendsMail: smtp !== undefined,
      onEmail: watchEmails(log, prometheus),
      onAttempt: watchAttempts(log, prometheus),
      prometheus,
      queue,
      ask,
      baseUrl: address,
      oidc,
      reportFont: config.REPORT_FONT,
      sourceTypes,
      trustProxy,
      keepDays: config.EVENT_DAYS,
      keep: keepIn(config),
      operatorEmail: config.OPERATOR_EMAIL,
      environmentPlatforms: platformsWithKey(config),
      platformChecks: choosePlatformChecks(service, config),
    };
    // Before this process answers, which may have the address of one that was killed.
    const joins = await respondingServer(service.dataDir);
    if (config.METRICS_PORT > 0) steps.push(await servePrometheus(prometheus, config.HOST, config.METRICS_PORT));
    if (role !== 'worker') {
      steps.push(await serve(config, deps));
      steps.push(markServer(service.dataDir, ownAddress(config)));
    }
    const token = await createSignInToken(service.db, first.accountId);
    greet(config, { role, address, token, testKey: first.testKey, dataDir: service.dataDir, joins });
    if (role !== 'api') {
      steps.push(await startWorkers(deps, createProgress('Preparing the sandbox', process.stdout)));
    }
    return { stop, lost: Promise.race([service.lost, unfit]) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Which addresses webhooks may reach, and how. */
function reachOf(config: Config) {
  const addresses = publicAddresses(parseNetworks('WEBHOOK_ALLOW_NETWORKS', config.WEBHOOK_ALLOW_NETWORKS));
  return { addresses, proxy: proxyIn(config) };
}

async function undo(steps: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const step of steps.splice(0).reverse()) {
    // If one step fails, for example because the database is unreachable, the others must still run.
    await step().catch((error) => log.error({ err: error }, 'error while stopping'));
  }
}

async function serve(
  config: Config,
  deps: Omit<AppDeps, 'keyUse' | 'badKeys' | 'files' | 'agent'> & { prometheus: Prometheus },
) {
  const keyUse = createKeyUse(deps.db);
  const files = existsSync(DASHBOARD) ? readStaticFiles(DASHBOARD) : undefined;
  const badKeys = createBadKeyThrottle();
  const agent = createWebhookAgent(deps);
  const appDeps = { ...deps, agent, keyUse, badKeys, files, onResponse: deps.prometheus.countResponse };
  const app = createApp(appDeps);
  mcpRoutes(app, appDeps);
  try {
    await app.listen({ host: config.HOST, port: config.PORT });
  } catch (error) {
    throw cannotListen(config, error as NodeJS.ErrnoException);
  }
  const flushing = setInterval(() => {
    keyUse.flush().catch((error) => deps.log.warn({ err: error }, 'the last-used times of keys could not be stored'));
  }, KEY_USE_EVERY_MS);
  return async () => {
    clearInterval(flushing);
    await app.close();
    await agent.destroy();
    await keyUse.flush();
  };
}

function chooseReplica({ DATABASE_READ_URL: url }: Config, db: Db, log: Log): Replica | undefined {
  if (url === undefined) return undefined;
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'the replica cannot be used; its reads go to DATABASE_URL');
  return openReplica(db, { url, onError });
}

async function chooseOidc(config: Config, db: Db) {
  const settings = oidcIn(config);
  if (!settings) return undefined;
  if (settings.isRequired) await endPasswordSessions(db);
  const { accountId } = await chooseAccount(db, config.OIDC_ACCOUNT);
  return { settings, accountId, provider: createOidcProvider(settings) };
}

/** Checked at start, rather than with the first report of the month. */
function checkFont({ REPORT_FONT: file }: Config): void {
  if (file === undefined || existsSync(file)) return;
  throw new SetupError(`REPORT_FONT: file not found: ${file}. Set the path of a TTF or OTF file, or leave it empty.`);
}

function measureProcess(
  { db, dataDir }: Service,
  { ask, queue, baseUrl }: { ask: Asker; queue: FairQueue; baseUrl: string },
): Prometheus {
  const machine = { dataDir, backedUpAt: () => newestBackup(dataDir)?.at, baseUrl };
  return createPrometheus(db, { everywhere: ask.everywhere, machine, queue });
}

function watchAttempts(log: Log, prometheus: Prometheus) {
  return (result: SentResult, error?: unknown) => {
    prometheus.countAttempt(result);
    logAttempt(log, result, error);
  };
}

/** Logs what an operator must know: a mail server that does not work, an email that was given up. */
function watchEmails(log: Log, prometheus: Prometheus): MailDeps['onEmail'] {
  return (result, error) => {
    prometheus.countEmail(result, error);
    if (result === 'trouble') log.warn({ error }, 'the mail server cannot be used; emails stay queued');
    if (result === 'refused') log.warn({ error }, 'an email was rejected');
  };
}

/** Checked before anything else starts, so that the error appears immediately. */
function checkPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(config, error)));
    probe.listen({ host: config.HOST, port: config.PORT }, () => probe.close(() => resolve()));
  });
}

function cannotListen({ HOST, PORT }: Config, { code }: NodeJS.ErrnoException): SetupError {
  const what = code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${code})`;
  return new SetupError(`Port ${PORT} on ${HOST} ${what}. Choose another port: PORT=4001 npm start`);
}

/** The URL of the server on this machine, regardless of its public URL. */
function ownAddress({ HOST, PORT }: Config): string {
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1'].includes(HOST);
  return `http://${isEverywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

interface Greeting {
  role: Role;
  address: string;
  token: string;
  testKey: string | undefined;
  dataDir: string;
  /** The server that already uses the data. */
  joins: string | undefined;
}

function greet(config: Config, { role, address, token, testKey, dataDir, joins }: Greeting): void {
  const database = config.DATABASE_URL === undefined ? 'built-in PostgreSQL' : 'DATABASE_URL for the rest';
  const lines = ['', '  Visibility Data Service', ''];
  const live = platformsWithKey(config);
  if (role !== 'worker') {
    lines.push(
      `  Dashboard   ${address}/sign-in#token=${token}`,
      '              (works once, for 24 hours; get another: npx visibility link)',
      `  API         ${address}/api/v1`,
      `  Test key    ${testKey ?? 'shown at the first start; create another: npx visibility keys create --mode test'}`,
    );
    if (testKey) lines.push('              (shown only once)');
  }
  if (joins) lines.push(`  Joins       the server at ${joins}: both use the same data and share the work`);
  lines.push(
    `  Data        ${dataDir} (secrets, ${database})`,
    `  Platforms   test: simulated chatgpt, claude, gemini, perplexity. Live: ${live.join(', ') || 'none (set CHATGPT_API_KEY, …)'}.`,
    '',
  );
  if (testKey) {
    const when = config.SANDBOX_DAYS > 0 ? ' once the sandbox is ready' : '';
    lines.push(`  Try it${when}:`, `    curl -H "Authorization: Bearer ${testKey}" ${address}/api/v1/visibility`, '');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

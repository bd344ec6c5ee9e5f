import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createBadKeyThrottle } from '../access/bad-key-throttle.ts';
import { parseNetworks } from '../access/ip-list.ts';
import { createKeyUse } from '../access/key-use.ts';
import { createSignInToken } from '../access/sessions.ts';
import { type AppDeps, createApp } from '../api/app.ts';
import { createPrometheus, type Prometheus, servePrometheus } from '../api/prometheus.ts';
import { readStaticFiles } from '../api/static-files.ts';
import { SetupError } from '../base/errors.ts';
import { createLog, type Log } from '../base/log.ts';
import { type Config, platformsIn } from '../config.ts';
import type { MailDeps } from '../mail/send.ts';
import { mcpRoutes } from '../mcp/http.ts';
import { publicAddresses } from '../webhooks/address.ts';
import { createWebhookAgent } from '../webhooks/agent.ts';
import { chooseAsker, choosePlatformChecks } from './asker.ts';
import type { Call } from './command.ts';
import { ensureFirstAccount } from './first-account.ts';
import { chooseSmtp } from './mail.ts';
import { CHECKOUT, openService } from './open.ts';
import { createProgress } from './progress.ts';
import { markServer } from './server-mark.ts';
import { untilStopped } from './until-stopped.ts';
import { startWorkers } from './workers.ts';

type Role = 'all' | 'api' | 'worker';

const KEY_USE_EVERY_MS = 30_000;

/** Serves until a signal, or until the built-in PostgreSQL is lost for good. */
export async function run({ config, environment, options: { role } }: Call<{ role: Role }>): Promise<undefined> {
  const isTerminal = process.stdout.isTTY === true;
  const log = createLog({ level: config.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'), pretty: isTerminal });
  // Listening before there is anything to stop: a signal during the start is not lost, and does not end us half-way.
  const stopped = untilStopped({ isUnderNpm: environment.npm_lifecycle_event === 'start' });
  const running = await start(config, { role, log });
  const reason = await Promise.race([stopped, running.lost]);
  await running.stop();
  if (reason !== undefined) throw new SetupError(`The built-in PostgreSQL stopped and ${reason}`);
}

/** A running server. */
interface Running {
  /** Resolves with the reason when the built-in PostgreSQL is gone without our doing, and does not come back. */
  lost: Promise<string>;
  /** Finishes what is under way and stops everything, the built-in PostgreSQL included. */
  stop(): Promise<void>;
}

async function start(config: Config, { role, log }: { role: Role; log: Log }): Promise<Running> {
  const trustProxy = parseNetworks('TRUST_PROXY', config.TRUST_PROXY);
  const addresses = publicAddresses(parseNetworks('WEBHOOK_ALLOW_NETWORKS', config.WEBHOOK_ALLOW_NETWORKS));
  checkFont(config);
  const smtp = chooseSmtp(config);
  if (role !== 'worker') await checkPort(config);
  const service = await openService(config, { restartLog: log });
  const steps = [service.close];
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) {
      // One step that fails, with a database that is away, must not keep the others from running.
      await step().catch((error) => log.error({ err: error }, 'stopping was not clean'));
    }
  };
  try {
    const first = await ensureFirstAccount(service, config.SANDBOX_DAYS);
    const address = config.BASE_URL ?? `http://localhost:${config.PORT}`;
    const prometheus = createPrometheus(service.db);
    const deps = {
      ...service,
      addresses,
      log,
      smtp,
      sendsMail: smtp !== undefined,
      onEmail: watchEmails(log, prometheus),
      onAttempt: prometheus.countAttempt,
      prometheus,
      ask: chooseAsker(service, config),
      baseUrl: address,
      reportFont: config.REPORT_FONT,
      trustProxy,
      keepDays: config.EVENT_DAYS,
      environmentPlatforms: Object.keys(platformsIn(config)),
      platformChecks: choosePlatformChecks(service, config),
    };
    if (config.METRICS_PORT > 0) steps.push(await servePrometheus(prometheus, config.HOST, config.METRICS_PORT));
    if (role !== 'worker') {
      steps.push(await serve(config, deps));
      steps.push(markServer(service.dataDir, ownAddress(config)));
    }
    const token = await createSignInToken(service.db, first.accountId);
    greet(config, { role, address, token, testKey: first.testKey, dataDir: service.dataDir });
    if (role !== 'api') {
      steps.push(await startWorkers(deps, createProgress('Preparing the sandbox', process.stdout)));
    }
    return { stop, lost: service.lost };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function serve(
  config: Config,
  deps: Omit<AppDeps, 'keyUse' | 'badKeys' | 'files' | 'agent'> & { prometheus: Prometheus },
) {
  const keyUse = createKeyUse(deps.db);
  const dashboard = join(CHECKOUT, 'dashboard', 'dist');
  const files = existsSync(dashboard) ? readStaticFiles(dashboard) : undefined;
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
    keyUse.flush().catch((error) => deps.log.warn({ err: error }, 'last use of keys was not written'));
  }, KEY_USE_EVERY_MS);
  return async () => {
    clearInterval(flushing);
    await app.close();
    await agent.destroy();
    await keyUse.flush();
  };
}

/** Now, rather than with the first report of the month. */
function checkFont({ REPORT_FONT: file }: Config): void {
  if (file === undefined || existsSync(file)) return;
  throw new SetupError(`REPORT_FONT: there is no file ${file}. Give the path of a TTF or OTF file, or leave it out.`);
}

/** What an operator has to hear of without asking: a mail server that does not work, an email that was given up. */
function watchEmails(log: Log, prometheus: Prometheus): MailDeps['onEmail'] {
  return (result, error) => {
    prometheus.countEmail(result, error);
    if (result === 'trouble') log.warn({ error }, 'the mail server cannot be used; emails wait');
    if (result === 'refused') log.warn({ error }, 'an email was refused');
  };
}

/** Tried before anything else is started, so that the answer comes at once. */
function checkPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(config, error)));
    probe.listen({ host: config.HOST, port: config.PORT }, () => probe.close(() => resolve()));
  });
}

function cannotListen({ HOST, PORT }: Config, { code }: NodeJS.ErrnoException): SetupError {
  const what = code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${code})`;
  return new SetupError(`Port ${PORT} on ${HOST} ${what}. Set PORT to another one: PORT=4001 npm start`);
}

/** Where this machine reaches the server, whatever address people use. */
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
}

function greet(config: Config, { role, address, token, testKey, dataDir }: Greeting): void {
  const database = config.DATABASE_URL === undefined ? 'built-in PostgreSQL' : 'DATABASE_URL for the rest';
  const lines = ['', '  Visibility Data Service', ''];
  const live = Object.keys(platformsIn(config));
  if (role !== 'worker') {
    lines.push(
      `  Dashboard   ${address}/sign-in#token=${token}`,
      '              (works once, for 24 hours; npx visibility link prints another)',
      `  API         ${address}/api/v1`,
      `  Test key    ${testKey ?? 'shown at the first start; npx visibility keys create --mode test makes another'}`,
    );
    if (testKey) lines.push('              (shown only now: keep it)');
  }
  lines.push(
    `  Data        ${dataDir} (secrets, ${database})`,
    `  Platforms   test: simulated chatgpt, claude, gemini, perplexity. Live: ${live.join(', ') || 'none (set CHATGPT_API_KEY, …)'}.`,
    '',
  );
  if (testKey) {
    lines.push('  Try it:', `    curl -H "Authorization: Bearer ${testKey}" ${address}/api/v1/visibility`, '');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

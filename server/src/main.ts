import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { auditRecord, clientRecord, keyRecord } from './access/key-record.ts';
import { createSignInToken } from './access/sessions.ts';
import { ApiError, SetupError } from './base/errors.ts';
import { createLog } from './base/log.ts';
import { dayOf } from './base/time.ts';
import { accountsCommand } from './commands/accounts.ts';
import { chooseAsker } from './commands/asker.ts';
import { backupCommand } from './commands/backup.ts';
import { biCommand } from './commands/bi.ts';
import { applySubject, previewSubject, previewTable, readSubject, showSubject } from './commands/brand.ts';
import { budgetLines, capOf, intervalOf } from './commands/budget.ts';
import { cameBack, collectNow, estimateLines, estimateWeek } from './commands/collect.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportRecords } from './commands/export.ts';
import { ingestFile } from './commands/ingest.ts';
import {
  createKeyCommand,
  keyLogCommand,
  keyTable,
  listKeysCommand,
  logTable,
  revokeKeyCommand,
} from './commands/keys.ts';
import { setOwner } from './commands/mail.ts';
import { serveStdio } from './commands/mcp.ts';
import { clientTable, createClientCommand, listClientsCommand, revokeClientCommand } from './commands/oauth.ts';
import { chooseAccount, openService, type Service, withService } from './commands/open.ts';
import { platformStates, platformTable, setPlatformKey } from './commands/platforms.ts';
import { createProgress } from './commands/progress.ts';
import { restoreCommand } from './commands/restore.ts';
import { type Role, start } from './commands/start.ts';
import { resultLines, verifyWorkspace } from './commands/verify.ts';
import { type Config, readConfig } from './config.ts';
import type { Db } from './store/db.ts';
import { findBudget, setCaps, setIntervalPoints } from './store/questions/spend.ts';
import { type Workspace, workspaceOf } from './store/workspaces/workspaces.ts';
import type { Verification } from './verify/verify.ts';

const HELP = `visibility: asks AI assistants your keywords, scores the answers, hands the data out

  visibility start [--role all|api|worker]   serve the API and the dashboard, and do the work
  visibility migrate                         bring the database up to date
  visibility link [--account ID]             print a one-time link into the dashboard
  visibility accounts create NAME --owner ADDRESS [--plan free|pro|enterprise] [--json]
                                             add an account; print its ids, keys and a one-time link
  visibility accounts list [--json]
  visibility accounts plan ACCOUNT free|pro|enterprise
                                             change the plan by account id or name; applies immediately
  visibility accounts delete ACCOUNT [--yes] remove an account with all of its data, and report what was removed
  visibility keys create [--mode live|test] [--scope read,write] [--name NAME] [--plan free|pro|enterprise]
                         [--ip ADDRESS]… [--domain DOMAIN]… [--expires TIME] [--account ID]
                                             make an API key and print it, alone, on stdout
  visibility keys list [--account ID] [--json]
  visibility keys revoke KEY                 by id or shown prefix; stops working at once
  visibility keys log [--json]               who made, changed or revoked which key or OAuth client, newest first
  visibility oauth create [--mode live|test] [--scope read,write] [--name NAME] [--ip ADDRESS]… [--domain DOMAIN]… [--json]
                                             make an OAuth client and print its id and secret
  visibility oauth list [--json]
  visibility oauth revoke CLIENT             by id; its tokens stop working at once
  visibility verify [--mode live|test] [--keyword KEYWORD]… [--json]
                                             recompute every published number from the stored answers
  visibility brand [FILE] [--mode live|test] [--preview]
                                             show the brand and its competitors, or change them and read history anew
  visibility platforms [--check] [--mode live|test]
  visibility platforms set PLATFORM < KEY    which platforms have a key, whether it works; store a workspace's own
  visibility collect [--now] [--estimate] [--keyword KEYWORD]… [--platform PLATFORM]… [--mode live|test]
                                             ask at once and say what came back, or what a week of the plan costs
  visibility budget [--daily USD|none] [--monthly USD|none] [--interval POINTS|none] [--mode live|test]
                                             show or set what asking may cost, and how sure a score has to be
  visibility ingest FILE [--mode live|test] [--json]
                                             store answers collected elsewhere (.jsonl, .ndjson, .csv); again changes nothing
  visibility export answers|mentions|citations|scores [--mode live|test] [--format ndjson|csv] [--since DAY] [--until DAY]
                                             write them to stdout
  visibility mcp                             tools on stdio, of the server at VISIBILITY_URL, with VISIBILITY_API_KEY
  visibility bi role|drop NAME, bi list [--mode live|test]
                                             database roles that read one workspace through views, for BI tools
  visibility owner [ADDRESS] [--account ID]  show or set who gets an account's letters
  visibility backup FILE [--with-secrets]    everything in one file, as it is at one moment
  visibility restore FILE [--without-secrets]
                                             fill an empty database from a backup, all of it or nothing
  visibility doctor [--json] [--mail ADDRESS]
                                             what is configured, what is wrong, what to do

Settings come from the environment or a .env file: see .env.example.
`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  role: { type: 'string' },
  account: { type: 'string' },
  mode: { type: 'string' },
  name: { type: 'string' },
  owner: { type: 'string' },
  yes: { type: 'boolean' },
  scope: { type: 'string' },
  plan: { type: 'string' },
  ip: { type: 'string', multiple: true },
  domain: { type: 'string', multiple: true },
  expires: { type: 'string' },
  keyword: { type: 'string', multiple: true },
  preview: { type: 'boolean' },
  platform: { type: 'string', multiple: true },
  check: { type: 'boolean' },
  now: { type: 'boolean' },
  estimate: { type: 'boolean' },
  daily: { type: 'string' },
  monthly: { type: 'string' },
  interval: { type: 'string' },
  format: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  mail: { type: 'string' },
  'with-secrets': { type: 'boolean' },
  'without-secrets': { type: 'boolean' },
} as const;

type Options = ReturnType<typeof readArguments>['values'];

async function main(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  const [command, ...rest] = positionals;
  if (values.help || command === undefined || command === 'help') {
    process.stdout.write(HELP);
    return;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  switch (command) {
    case 'start':
      return startCommand(config, values);
    case 'migrate':
      return migrateCommand(config);
    case 'link':
      return linkCommand(config, values);
    case 'accounts':
      return withService(config, async (service) =>
        print(await accountsCommand({ service, config, ask: askPerson }, values, rest)),
      );
    case 'keys':
      return keysCommand(config, values, rest);
    case 'oauth':
      return oauthCommand(config, values, rest);
    case 'verify':
      return verifyCommand(config, values);
    case 'brand':
      return brandCommand(config, values, rest);
    case 'platforms':
      return platformsCommand(config, values, rest);
    case 'collect':
      return collectCommand(config, values);
    case 'budget':
      return budgetCommand(config, values);
    case 'ingest':
      return ingestCommand(config, values, rest);
    case 'export':
      return exportCommand(config, values, rest);
    case 'mcp':
      return serveStdio({ settings: process.env, input: process.stdin, output: process.stdout });
    case 'bi':
      return withService(config, async (service) => print(await biCommand(service, values, rest)));
    case 'owner':
      return withService(config, async ({ db }) => print(await setOwner(db, values.account, rest[0])));
    case 'backup':
      return backupCommand(config, values, rest);
    case 'restore':
      return restoreCommand(config, values, rest);
    case 'doctor':
      return doctorCommand(config, values);
    default:
      throw new SetupError(`There is no command "${command}". visibility --help lists them.`);
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new SetupError(`${(error as Error).message.split('. ')[0]}. visibility --help lists what there is.`);
  }
}

async function startCommand(config: Config, { role = 'all' }: Options): Promise<void> {
  if (role !== 'all' && role !== 'api' && role !== 'worker') {
    throw new SetupError(`--role must be all, api or worker, not "${role}".`);
  }
  const isTerminal = process.stdout.isTTY === true;
  const log = createLog({ level: config.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'), pretty: isTerminal });
  // Listening before there is anything to stop: a signal during the start is not lost, and does not end us half-way.
  const stopped = untilStopped();
  const running = await start(config, { role: role as Role, log });
  const reason = await Promise.race([stopped, running.lost]);
  await running.stop();
  if (reason !== undefined) throw new SetupError(`The built-in PostgreSQL stopped and ${reason}`);
}

/** Resolves at Ctrl-C or a polite kill. A second one does not wait for anything. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const stop = () => {
      // Ctrl-C reaches us twice when npm passes on what the terminal has already sent to everybody.
      if (firstAt !== undefined && Date.now() - firstAt > 1_000) process.exit(130);
      if (firstAt !== undefined) return;
      firstAt = Date.now();
      process.stdout.write('\n  Stopping …\n');
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    if (process.env.npm_lifecycle_event === 'start') whenOrphaned(stop);
  });
}

/** `npm start` that was killed cannot pass the signal on; without it the server would run on unseen and keep the port. */
function whenOrphaned(stop: () => void): void {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

async function migrateCommand(config: Config): Promise<void> {
  const { migrated, close } = await openService(config);
  await close();
  process.stdout.write(migrated.length > 0 ? `Applied ${migrated.join(', ')}\n` : 'The database is up to date\n');
}

async function linkCommand(config: Config, options: Options): Promise<void> {
  await withService(config, async ({ db }) => {
    const { accountId } = await chooseAccount(db, options.account);
    const address = config.BASE_URL ?? `http://localhost:${config.PORT}`;
    process.stdout.write(`${address}/sign-in#token=${await createSignInToken(db, accountId)}\n`);
  });
}

async function keysCommand(config: Config, options: Options, [action, which]: string[]): Promise<void> {
  await withService(config, async (service) => {
    if (action === 'create') {
      process.stdout.write(`${await createKeyCommand(service, options)}\n`);
    } else if (action === 'list') {
      const keys = await listKeysCommand(service, options);
      process.stdout.write(`${options.json ? JSON.stringify(keys.map(keyRecord), null, 2) : keyTable(keys)}\n`);
    } else if (action === 'revoke') {
      process.stdout.write(`${await revokeKeyCommand(service, options, which)}\n`);
    } else if (action === 'log') {
      const log = await keyLogCommand(service, options);
      process.stdout.write(`${options.json ? JSON.stringify(log.map(auditRecord), null, 2) : logTable(log)}\n`);
    } else {
      throw new SetupError('Say what to do with keys: visibility keys create, list, revoke or log.');
    }
  });
}

async function oauthCommand(config: Config, options: Options, [action, which]: string[]): Promise<void> {
  await withService(config, async (service) => {
    if (action === 'create') {
      process.stdout.write(`${await createClientCommand(service, options)}\n`);
    } else if (action === 'list') {
      const clients = await listClientsCommand(service, options);
      const text = options.json ? JSON.stringify(clients.map(clientRecord), null, 2) : clientTable(clients);
      process.stdout.write(`${text}\n`);
    } else if (action === 'revoke') {
      process.stdout.write(`${await revokeClientCommand(service, options, which)}\n`);
    } else {
      throw new SetupError('Say what to do with OAuth clients: visibility oauth create, list or revoke.');
    }
  });
}

async function verifyCommand(config: Config, options: Options): Promise<void> {
  await withWorkspace(config, options, async (db, workspace) => {
    const results: Verification[] = [];
    const onResult = (result: Verification) => {
      results.push(result);
      if (!options.json) process.stdout.write(`${resultLines(result)}\n`);
    };
    const summary = await verifyWorkspace(db, workspace, { keywords: options.keyword ?? [], onResult });
    if (summary.keywords === 0) throw new SetupError('There is no such keyword here.');
    const { keywords, answers, events, differences } = summary;
    const verdict = differences === 0 ? 'Everything is equal' : `${differences} differences`;
    const text = `\n${verdict}: ${keywords} keywords, ${answers} answers, ${events} events.`;
    process.stdout.write(`${options.json ? JSON.stringify({ ...summary, results }, null, 2) : text}\n`);
    if (differences > 0) process.exitCode = 1;
  });
}

async function brandCommand(config: Config, options: Options, [file]: string[]): Promise<void> {
  await withWorkspace(config, options, async (db, workspace) => {
    if (file === undefined) {
      process.stdout.write(`${await showSubject(db, workspace)}\n`);
      return;
    }
    const wanted = await readSubject(db, workspace, file);
    for (const warning of wanted.warnings) process.stderr.write(`Note: ${warning}\n`);
    if (options.preview) {
      process.stdout.write(`${previewTable(await previewSubject(db, workspace, wanted))}\n`);
      return;
    }
    const reading = await applySubject(
      db,
      workspace,
      wanted,
      createProgress('Reading stored answers anew', process.stderr),
    );
    process.stdout.write(
      `Saved as reading ${reading}. Numbers of earlier readings stay available: ?reading=${reading - 1}\n`,
    );
  });
}

async function platformsCommand(config: Config, options: Options, [action, platform]: string[]): Promise<void> {
  await withWorkspace(config, options, async (_db, workspace, service) => {
    if (action === 'set') {
      const key = process.stdin.isTTY ? '' : readFileSync(0, 'utf8');
      await setPlatformKey(service, workspace, { platform, key, config });
      process.stdout.write(`Stored. visibility platforms --check tells whether ${platform} takes it.\n`);
      return;
    }
    if (action !== undefined) throw new SetupError('Say visibility platforms, or visibility platforms set PLATFORM.');
    const states = await platformStates(service, config, { workspace, shouldCheck: options.check === true });
    process.stdout.write(`${options.json ? JSON.stringify(states, null, 2) : platformTable(states)}\n`);
    if (states.some(({ check }) => check !== undefined && check !== 'works')) process.exitCode = 1;
  });
}

async function collectCommand(config: Config, options: Options): Promise<void> {
  await withWorkspace(config, options, async (db, workspace, service) => {
    const deps = { db, ask: chooseAsker(service, config) };
    const wishes = { keywords: options.keyword ?? [], platforms: options.platform ?? [] };
    if (options.estimate || !options.now) {
      process.stdout.write(`${estimateLines(await estimateWeek(deps, workspace, wishes))}\n`);
      if (!options.estimate) process.stdout.write('Nothing was asked: add --now to ask each prompt once.\n');
      return;
    }
    const onProgress = createProgress('Asking', process.stderr);
    const before = new Date();
    const collected = await collectNow(deps, workspace, { wishes, onProgress });
    process.stdout.write(`${await cameBack(db, workspace, { ...collected, since: before })}\n`);
  });
}

async function budgetCommand(config: Config, options: Options): Promise<void> {
  await withWorkspace(config, options, async (db, workspace) => {
    const today = dayOf(workspace.now);
    const current = await findBudget(db, workspace.workspaceId, today);
    const wanted = {
      dailyCapUsd: capOf('--daily', options.daily, current.dailyCapUsd),
      monthlyCapUsd: capOf('--monthly', options.monthly, current.monthlyCapUsd),
    };
    if (options.daily !== undefined || options.monthly !== undefined) await setCaps(db, workspace.workspaceId, wanted);
    if (options.interval !== undefined)
      await setIntervalPoints(db, workspace.workspaceId, intervalOf(options.interval));
    process.stdout.write(`${budgetLines(await findBudget(db, workspace.workspaceId, today))}\n`);
  });
}

async function ingestCommand(config: Config, options: Options, [path]: string[]): Promise<void> {
  if (path === undefined) throw new SetupError('Say which file to take in: visibility ingest answers.jsonl');
  await withWorkspace(config, options, async (db, workspace) => {
    const onProgress = createProgress('Storing answers', process.stderr);
    const onRefused = (line: number, detail: string) => void process.stderr.write(`line ${line}: ${detail}\n`);
    const summary = await ingestFile(db, workspace, { path, onProgress, onRefused });
    const { lines, stored, duplicates, refused } = summary;
    const text = `${lines} lines: ${stored} stored, ${duplicates} already there, ${refused} refused.`;
    process.stdout.write(`${options.json ? JSON.stringify(summary) : text}\n`);
    if (refused > 0) process.exitCode = 1;
  });
}

async function exportCommand(config: Config, options: Options, [kind]: string[]): Promise<void> {
  await withWorkspace(config, options, (db, workspace) =>
    exportRecords(db, workspace, { kind, ...options, output: process.stdout }),
  );
}

async function withWorkspace(
  config: Config,
  { account, mode = 'live' }: Options,
  work: (db: Db, workspace: Workspace, service: Service) => Promise<void>,
): Promise<void> {
  if (mode !== 'live' && mode !== 'test') throw new SetupError(`--mode must be live or test, not "${mode}".`);
  await withService(config, async (service) => {
    const { accountId } = await chooseAccount(service.db, account);
    await work(service.db, await workspaceOf(service.db, accountId, mode), service);
  });
}

async function askPerson(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One sentence for what the operator can mend, a stack for what is our fault; exit code 1 for both. */
export async function run(args: string[]): Promise<void> {
  try {
    await main(args);
  } catch (error) {
    const isTheirs = error instanceof SetupError || error instanceof ApiError;
    const text = isTheirs ? error.message : (error as Error).stack;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

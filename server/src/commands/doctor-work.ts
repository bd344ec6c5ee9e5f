import { parseNetworks } from '../access/ip-list.ts';
import { SetupError } from '../base/errors.ts';
import { dayOf } from '../base/time.ts';
import { platformName } from '../collect/platform-name.ts';
import { PLATFORM_IDS } from '../collect/platforms.ts';
import { isOldPrice } from '../collect/prices.ts';
import { type Config, keepIn } from '../config.ts';
import { platformSignals } from '../measure/reply-signals.ts';
import { splitBudget } from '../score/split-budget.ts';
import { firstAccount } from '../store/accounts/accounts.ts';
import type { Db } from '../store/db.ts';
import { readQueues } from '../store/queues.ts';
import { retentionState } from '../store/retention/state.ts';
import {
  accountsWithoutAddress,
  brokenWebhooks,
  countIpLists,
  keyUse,
  keywordsWithoutOwnKey,
  liveWorkspaces,
  reachedBudgets,
  scatteredPlatforms,
  sealedSamples,
} from '../store/system/diagnosis.ts';
import { workspaceOf } from '../store/workspaces/workspaces.ts';
import { newestBackup } from './backup-mark.ts';
import type { Check, Finding } from './finding.ts';
import type { Service } from './open.ts';
import { platformsWithKey } from './platform-settings.ts';
import { type PlatformState, platformStates } from './platforms.ts';

/** Checks that need a migrated database. */
export function workChecks(config: Config, service: Service): Check[] {
  const { db } = service;
  return [
    () => account(db),
    () => owners(db),
    () => sealed(service),
    () => proxies(config, db),
    () => queues(db),
    () => webhooks(db),
    () => platforms(config, service),
    () => effectiveSettings(config, service),
    () => replies(db),
    () => keywords(config, db),
    () => budgets(db),
    () => scatter(db),
    () => retention(config, db),
    () => backups(service),
  ];
}

async function account(db: Db): Promise<Finding> {
  const found = await firstAccount(db);
  if (!found) return { check: 'account', state: 'warn', message: 'none yet. The first start creates one.' };
  const name = `${found.name} (${found.plan})`;
  const { keys, used } = await keyUse(db, found.accountId);
  if (used) return { check: 'account', state: 'ok', message: name };
  const todo = 'Run: npx visibility keys create';
  return keys === 0
    ? { check: 'account', state: 'warn', message: `${name} has no API key. Its first start was interrupted. ${todo}` }
    : {
        check: 'account',
        state: 'ok',
        message: `${name}. No API key has been used yet. To get another: ${todo.slice(5)}`,
      };
}

async function owners(db: Db): Promise<Finding> {
  const unaddressed = await accountsWithoutAddress(db);
  if (unaddressed.length === 0) return { check: 'owner', state: 'ok', message: 'every account has an email address' };
  const names = `${unaddressed.slice(0, 3).join(', ')}${unaddressed.length > 3 ? ', …' : ''}`;
  const message = `no email address for: ${names}. Run: npx visibility owner you@example.com`;
  return { check: 'owner', state: 'warn', message };
}

/**
 * If the key cannot decrypt the stored secrets, it belongs to another installation: no API key works, no webhook can be
 * signed.
 */
async function sealed({ db, secrets }: Service): Promise<Finding> {
  const samples = await sealedSamples(db);
  if (samples.length === 0) return { check: 'decryption', state: 'ok', message: 'no stored secrets to check yet' };
  const closed = samples.filter((sample) => {
    try {
      secrets.open(sample.sealed, sample.rowId);
      return false;
    } catch {
      return true;
    }
  });
  if (closed.length === 0)
    return { check: 'decryption', state: 'ok', message: `stored secrets can be decrypted (${samples.length} checked)` };
  const message = `${closed.length} of ${samples.length} stored secrets cannot be decrypted with this key. Restore the original secrets.key (or SECRETS_KEY).`;
  return { check: 'decryption', state: 'fail', message };
}

async function proxies({ HOST, BASE_URL, TRUST_PROXY }: Config, db: Db): Promise<Finding> {
  if (TRUST_PROXY !== '') return trusted(TRUST_PROXY);
  const lists = await countIpLists(db);
  const isBehindProxy = BASE_URL?.startsWith('https:') === true;
  const todo = "Set TRUST_PROXY to the proxy's network, such as 127.0.0.1/32";
  if (isBehindProxy && lists > 0) {
    const keys =
      lists === 1 ? '1 key has an IP allow-list, which sees' : `${lists} keys have IP allow-lists, which see`;
    const message = `none trusted, but ${keys} only the proxy's address. ${todo}.`;
    return { check: 'proxy', state: 'fail', message };
  }
  if (!isBehindProxy && HOST === '127.0.0.1') return { check: 'proxy', state: 'ok', message: 'none trusted' };
  return {
    check: 'proxy',
    state: 'warn',
    message: `none trusted. Behind a reverse proxy, all requests appear to come from the proxy. ${todo}.`,
  };
}

function trusted(networks: string): Finding {
  try {
    const isEveryAddress = parseNetworks('TRUST_PROXY', networks).some((network) => network.endsWith('/0'));
    if (!isEveryAddress) return { check: 'proxy', state: 'ok', message: `trusted: ${networks}` };
    const message = `trusted: ${networks}, which is every address, so any client can fake an address on a key's IP allow-list. Set TRUST_PROXY to the proxy's network, such as 127.0.0.1/32.`;
    return { check: 'proxy', state: 'fail', message };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { check: 'proxy', state: 'fail', message: `${error.message} The server cannot start with this value.` };
  }
}

const LATE_SECONDS = 600;

async function queues(db: Db): Promise<Finding[]> {
  const { questions, deliveries } = await readQueues(db);
  return Object.entries({ prompts: questions, deliveries }).map(([queue, { due, oldestSeconds }]) => {
    if (oldestSeconds < LATE_SECONDS) return { check: queue, state: 'ok', message: `${due} due` };
    const minutes = Math.round(oldestSeconds / 60);
    return {
      check: queue,
      state: 'fail',
      message: `${due} due, the oldest for ${minutes} minutes. Check that a worker is running (npm start, or visibility start --role worker).`,
    };
  });
}

async function retention(config: Config, db: Db): Promise<Finding> {
  const { oldestMonth, monthsDue, monthsTooLarge } = await retentionState(db, keepIn(config));
  const since = oldestMonth === undefined ? 'no answers yet' : `texts kept since ${oldestMonth}`;
  if (monthsTooLarge > 0) {
    const message = `${since}. The space of ${monthsTooLarge} removed months is not returned, because that takes longer than 10 seconds. Run in a quiet hour: npx visibility retention --apply`;
    return { check: 'retention', state: 'warn', message };
  }
  if (monthsDue === 0) return { check: 'retention', state: 'ok', message: since };
  const message = `${since}. ${monthsDue} months are still to be removed. A worker does it within 10 minutes; check that one is running.`;
  return { check: 'retention', state: 'warn', message };
}

async function webhooks(db: Db): Promise<Finding> {
  const broken = await brokenWebhooks(db);
  const [newest] = broken;
  if (!newest) return { check: 'webhooks', state: 'ok', message: 'none disabled because of failures' };
  const day = newest.disabledAt.toISOString().slice(0, 10);
  const message = `${broken.length} disabled because of failures, most recently ${new URL(newest.url).host} on ${day}. Fix the receiver, then enable the webhook in the dashboard. Held deliveries are kept for 7 days.`;
  return { check: 'webhooks', state: 'warn', message };
}

async function platforms(config: Config, service: Service): Promise<Finding[]> {
  const account = await firstAccount(service.db);
  if (!account) return [];
  const workspace = await workspaceOf(service.db, account.accountId, 'live');
  const states = await platformStates(service, config, { workspace, shouldCheck: true }).catch(() => undefined);
  // If a workspace key cannot be decrypted, the check of stored secrets reports it.
  if (!states) return [];
  const tried = states.flatMap(({ platform, check }) => (check === undefined ? [] : [{ platform, check }]));
  if (tried.length === 0) {
    const message = 'no API key, so live workspaces collect no answers. Test workspaces are simulated.';
    return [{ check: 'platforms', state: 'warn', message }];
  }
  const checked = tried.map(({ platform, check }): Finding => {
    if (check === 'works') return { check: 'platforms', state: 'ok', message: `${platform} accepts its key` };
    if (check !== 'refused') return unchecked(platformName(platform), check);
    const setting = PLATFORM_IDS.includes(platform) ? `${platform.toUpperCase()}_API_KEY` : 'PLATFORMS_FILE';
    const message = `${platform} rejects its key. Set another: ${setting}, or visibility platforms set ${platform}`;
    return { check: 'platforms', state: 'fail', message };
  });
  return [...checked, ...states.flatMap(models), ...states.flatMap(prices)];
}

const MOST_LISTED = 20;

/** With which model and where each workspace asks each platform, so that a setting that does not apply is seen. */
async function effectiveSettings(config: Config, service: Service): Promise<Finding[]> {
  const workspaces = await liveWorkspaces(service.db, MOST_LISTED);
  const findings = workspaces.map(async (workspace): Promise<Finding[]> => {
    const states = await platformStates(service, config, { workspace, shouldCheck: false }).catch(() => []);
    const used = states.filter(({ key }) => key !== 'none');
    if (used.length === 0) return [];
    const lines = used.map(({ platform, key, model, origin }) => `${platform} ${model} at ${origin} (${key} key)`);
    const message = `${workspace.accountName}: ${lines.join(', ')}`;
    const unpriced = used.filter(({ price }) => price === undefined).map(({ platform }) => platform);
    if (!workspace.isCapped || unpriced.length === 0 || config.UNPRICED_USD !== undefined)
      return [{ check: 'settings', state: 'ok', message }];
    const advice = `It has a cap, and ${unpriced.join(', ')} has no price, so it is not asked. Set PRICES_FILE or UNPRICED_USD.`;
    return [{ check: 'settings', state: 'warn', message: `${message}. ${advice}` }];
  });
  return (await Promise.all(findings)).flat();
}

/** Models that the platform no longer serves, or will shut down. */
function models({ platform, model, modelCheck }: PlatformState): Finding[] {
  const setting = `${platform.toUpperCase()}_MODEL`;
  if (modelCheck?.state === 'gone') {
    const message = `${platform} does not serve ${model} to this key. Set ${setting} to another model.`;
    return [{ check: 'models', state: 'fail', message }];
  }
  if (modelCheck?.endsOn === undefined) return [];
  const message = `${platform} shuts down ${model} on ${modelCheck.endsOn}. Set ${setting} to another model. A new series starts with it.`;
  return [{ check: 'models', state: 'warn', message }];
}

function prices({ platform, model, price }: PlatformState): Finding[] {
  if (!price || !isOldPrice(price, dayOf(new Date()))) return [];
  const message = `the price of ${model} (${platform}) is from ${price.asOf}. Check it and set PRICES_FILE, because budgets depend on it.`;
  return [{ check: 'prices', state: 'warn', message }];
}

/** Signs that a platform changed its replies. */
async function replies(db: Db): Promise<Finding[]> {
  const signals = await platformSignals(db, { now: new Date() });
  if (signals.length === 0) return [{ check: 'replies', state: 'ok', message: 'every platform replies as expected' }];
  return signals.map(({ platform, message }) => ({
    check: 'replies',
    state: 'warn',
    message: `${platformName(platform)}: ${message}. The platform may have changed its API. Update this installation.`,
  }));
}

/** The key could not be checked: the platform returned another status, or could not be reached. */
function unchecked(name: string, check: string): Finding {
  const [kind, reason = ''] = check.split(': ');
  if (kind === 'unreachable') {
    const message = `Cannot reach ${name} (${reason}). Check outbound network access.`;
    return { check: 'platforms', state: 'fail', message };
  }
  const isLimited = reason === '429';
  const message = `${name} returned ${reason}${isLimited ? ' (rate limited)' : ''}, so the key could not be checked. Try again in a few minutes.`;
  return { check: 'platforms', state: isLimited ? 'warn' : 'fail', message };
}

async function keywords(config: Config, db: Db): Promise<Finding> {
  const inEnvironment = platformsWithKey(config).length > 0;
  const [found] = inEnvironment ? [] : await keywordsWithoutOwnKey(db);
  if (!found) return { check: 'keywords', state: 'ok', message: 'every live workspace with keywords has a platform' };
  const message = `${found.accountName} has active live keywords (${found.keywords}) but no platform key, so no answers are collected. Set CHATGPT_API_KEY, or import answers with visibility ingest.`;
  return { check: 'keywords', state: 'warn', message };
}

async function budgets(db: Db): Promise<Finding> {
  const [reached] = await reachedBudgets(db);
  if (!reached) return { check: 'budget', state: 'ok', message: 'no cap reached' };
  const until = reached.period === 'day' ? 'tomorrow' : 'next month';
  const message = `${reached.accountName} has reached its cap for the ${reached.period}, so prompts wait until ${until}. Raise it: npx visibility budget --daily USD --monthly USD`;
  return { check: 'budget', state: 'warn', message };
}

const MOST_SCATTER = 3;

async function scatter(db: Db): Promise<Finding> {
  const [worst] = await scatteredPlatforms(db, MOST_SCATTER);
  if (!worst)
    return { check: 'scatter', state: 'ok', message: `answers vary at most ${MOST_SCATTER} times as expected` };
  const { repeats, days, promptsFactor } = splitBudget(worst) ?? { repeats: 1, days: 1, promptsFactor: 1 };
  const advice =
    promptsFactor > 1
      ? `At the same cost, use ${promptsFactor.toFixed(1)} times as many prompts and ask each at most ${repeats} times a week, on ${days} days.`
      : 'Add prompts, or wait more weeks.';
  const message = `answers of ${platformName(worst.platform)} for ${worst.accountName} vary ${worst.phi.toFixed(1)} times as much as independent ones, so more answers to the same prompts hardly help. ${advice}`;
  return { check: 'scatter', state: 'warn', message };
}

const BACKUP_DAYS = 7;
const DAY_MS = 86_400_000;

function backups({ dataDir }: Service): Finding {
  const newest = newestBackup(dataDir);
  const days = newest && Math.floor((Date.now() - newest.at.getTime()) / DAY_MS);
  if (newest && days !== undefined && days < BACKUP_DAYS) {
    return { check: 'backup', state: 'ok', message: `${newest.file}, ${newest.at.toISOString().slice(0, 10)}` };
  }
  const last = newest ? `the last one is ${days} days old` : 'none yet';
  const message = `${last}. Run: npx visibility backup FILE (backups made with pg_dump are not detected).`;
  return { check: 'backup', state: 'warn', message };
}

import { readFileSync } from 'node:fs';
import { changePlatformKey } from '../access/platform-keys.ts';
import { SetupError } from '../base/errors.ts';
import { checkPlatform, type KeyCheck, type ModelCheck } from '../collect/check-key.ts';
import { PLATFORM_IDS } from '../collect/platforms.ts';
import type { Price } from '../collect/prices.ts';
import { createTransport } from '../collect/transport.ts';
import type { Config } from '../config.ts';
import { livePlatforms } from '../measure/live-asker.ts';
import { sealedPlatformKeys } from '../store/questions/platform-keys.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { createPublicTransport } from './asker.ts';
import type { Call } from './command.ts';
import { COMMAND_LINE } from './keys.ts';
import type { Service, WorkspaceService } from './open.ts';
import { platformSettings, platformsWithKey } from './platform-settings.ts';
import { readPrices } from './prices.ts';

export interface PlatformState {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
  model: string | undefined;
  /** Where it is asked. */
  origin: string | undefined;
  check: KeyCheck | undefined;
  modelCheck: ModelCheck | undefined;
  price: Price | undefined;
}

export async function show(
  service: WorkspaceService,
  { config, options }: Call<{ check: boolean; json: boolean }>,
): Promise<string> {
  const { workspace } = service;
  const states = await platformStates(service, config, { workspace, shouldCheck: options.check });
  if (states.some(({ check }) => check !== undefined && check !== 'works')) process.exitCode = 1;
  return options.json ? JSON.stringify(states, null, 2) : platformTable(states);
}

/** Which platforms a workspace can use, where the key is set and, on request, whether the platform accepts it. */
export async function platformStates(
  { db, secrets }: Service,
  config: Config,
  { workspace, shouldCheck }: { workspace: Pick<Workspace, 'workspaceId'>; shouldCheck: boolean },
): Promise<PlatformState[]> {
  const settings = platformSettings(config);
  const prices = readPrices(config.PRICES_FILE);
  const own = await sealedPlatformKeys(db, workspace.workspaceId);
  const [transport, publicTransport] = [createTransport(), createPublicTransport(config)];
  const deps = { db, secrets, transport, publicTransport, settings, prices };
  const platforms = await livePlatforms(deps, workspace.workspaceId);
  return Promise.all(
    [...new Set([...PLATFORM_IDS, ...platforms.keys()])].map(async (platform) => {
      const found = platforms.get(platform);
      const key = !found ? 'none' : own.has(platform) ? 'workspace' : 'environment';
      const checked = found && shouldCheck ? await checkPlatform(found) : undefined;
      const origin = found && new URL(found.keyProbe.url).origin;
      const about = { platform, key, model: found?.model, origin, price: found?.price } as const;
      return { ...about, check: checked?.key, modelCheck: checked?.model };
    }),
  );
}

/** Stores a workspace's own key, encrypted. It is never shown again. */
export async function setKey(
  { db, secrets, workspace }: WorkspaceService,
  { config, args: [platform] }: Call<object, [string]>,
): Promise<string> {
  const key = process.stdin.isTTY ? '' : readFileSync(0, 'utf8');
  const configured = platformsWithKey(config);
  const own = await sealedPlatformKeys(db, workspace.workspaceId);
  const known = [...new Set([...PLATFORM_IDS, ...configured, ...own.keys()])];
  if (!known.includes(platform)) throw new SetupError(`Unknown platform. Use one of: ${known.join(', ')}.`);
  if (key.trim() === '')
    throw new SetupError(`Pass the key on standard input: visibility platforms set ${platform} < key.txt`);
  const sealed = secrets.seal(key.trim(), `${workspace.workspaceId} ${platform}`);
  await changePlatformKey(db, workspace.workspaceId, { platform, sealed, by: COMMAND_LINE, configured });
  return `Stored. To check whether ${platform} accepts it: visibility platforms --check`;
}

function platformTable(states: PlatformState[]): string {
  const words = { works: 'this key works', refused: 'this key was rejected' };
  return states
    .map(({ platform, key, model, check, modelCheck }) => {
      const whose = { workspace: 'workspace key', environment: 'server key', none: 'no key' }[key];
      const verdict = check === undefined ? '' : `: ${check in words ? words[check as keyof typeof words] : check}`;
      const end =
        modelCheck?.state === 'gone' ? ' (not served)' : modelCheck?.endsOn && ` (until ${modelCheck.endsOn})`;
      return `${platform.padEnd(18)} ${whose}${model ? `, ${model}` : ''}${end ?? ''}${verdict}`;
    })
    .join('\n');
}

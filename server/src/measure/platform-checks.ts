import { own } from '../base/own.ts';
import { askToVerify } from '../collect/ask-to-verify.ts';
import { checkPlatform, type PlatformCheck } from '../collect/check-key.ts';
import { createPlatforms, PLATFORM_IDS } from '../collect/platforms.ts';
import { costOf, endOf, type Price } from '../collect/prices.ts';
import { createTransport } from '../collect/transport.ts';
import { listInstances, type PlatformInstance } from '../store/questions/platform-instances.ts';
import { sealedPlatformKeys } from '../store/questions/platform-keys.ts';
import { addSpend } from '../store/questions/spend.ts';
import { type LiveDeps, livePlatforms } from './live-asker.ts';

export interface PlatformState {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
  /** The model in use, or the one that would be used with a key. */
  model: string;
  /** When the model is shut down, if that is known without asking the platform. */
  modelEndsOn: string | undefined;
  price: Price | undefined;
  /** The usual cost of one question. Undefined if unknown. */
  usdPerQuestion: number | undefined;
  /** Set for a server that the workspace names itself. */
  instance: PlatformInstance | undefined;
}

/** Information and checks about a workspace's platforms. */
export interface PlatformChecks {
  states(workspaceId: string): Promise<PlatformState[]>;
  /** Checks with free requests. Undefined if there is no key to check. */
  check(workspaceId: string, platform: string): Promise<PlatformCheck | undefined>;
  /** Checks, then sends one paid prompt. Its cost counts toward the budget. */
  verify(workspaceId: string, platform: string): Promise<PlatformCheck | undefined>;
}

const VERIFY_MS = 60_000;

export function createPlatformChecks(deps: Omit<LiveDeps, 'resolve'>): PlatformChecks {
  // Without retries, and with a short deadline: a person is waiting.
  const impatient = { ...deps, transport: createTransport({ maxTries: 1, deadlineMs: VERIFY_MS }) };
  const check: PlatformChecks['check'] = async (workspaceId, platform) => {
    const found = (await livePlatforms(deps, workspaceId)).get(platform);
    return found && checkPlatform(found);
  };
  return {
    async states(workspaceId) {
      const ownKeys = await sealedPlatformKeys(deps.db, workspaceId);
      const live = await livePlatforms(deps, workspaceId);
      const instances = await listInstances(deps.db, workspaceId);
      // Only used to read models and prices, never called.
      const unasked = { apiKey: '', baseUrl: 'http://never-called.invalid', prices: deps.prices };
      const without = Object.fromEntries([
        ...PLATFORM_IDS.map((id) => [id, { ...unasked, model: own(deps.settings, id)?.model }]),
        ...instances.map(({ platform, model }) => [platform, { ...unasked, model }]),
      ]);
      const known = new Map([...createPlatforms(without, deps.transport), ...live]);
      return [...known.values()].map(({ id, model, price }) => {
        const instance = instances.find(({ platform }) => platform === id);
        const isUsable = instance !== undefined || live.has(id);
        return {
          platform: id,
          key: !isUsable ? 'none' : ownKeys.has(id) ? 'workspace' : 'environment',
          model,
          modelEndsOn: endOf(id, model),
          price,
          usdPerQuestion: price ? costOf(price.typical, price) : deps.unpricedUsd,
          instance,
        };
      });
    },
    check,
    async verify(workspaceId, platform) {
      const checked = await check(workspaceId, platform);
      const found = (await livePlatforms(impatient, workspaceId)).get(platform);
      if (checked?.key !== 'works' || !found) return checked;
      const { key, costUsd } = await askToVerify(found, new AbortController().signal);
      const paid = { platform, surface: 'api' as const, askedAt: new Date(), costUsd };
      await deps.db.transaction((tx) => addSpend(tx, workspaceId, [paid]));
      return { ...checked, key };
    },
  };
}

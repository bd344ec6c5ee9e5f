import { checkKey, type KeyCheck } from '../collect/check-key.ts';
import { createPlatforms, PLATFORM_IDS } from '../collect/platforms.ts';
import { costOf, type Price } from '../collect/prices.ts';
import { listInstances, type PlatformInstance } from '../store/questions/platform-instances.ts';
import { sealedPlatformKeys } from '../store/questions/platform-keys.ts';
import { type LiveDeps, livePlatforms } from './live-asker.ts';

export interface PlatformState {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
  /** The model in use, or the one that would be used with a key. */
  model: string;
  price: Price | undefined;
  /** The usual cost of one question. Undefined if unknown. */
  usdPerQuestion: number | undefined;
  /** Set for a server that the workspace names itself. */
  instance: PlatformInstance | undefined;
}

/** Information and checks about a workspace's platforms. */
export interface PlatformChecks {
  states(workspaceId: string): Promise<PlatformState[]>;
  /** Undefined if there is no key to check. */
  check(workspaceId: string, platform: string): Promise<KeyCheck | undefined>;
}

export function createPlatformChecks(deps: Omit<LiveDeps, 'resolve'>): PlatformChecks {
  return {
    async states(workspaceId) {
      const own = await sealedPlatformKeys(deps.db, workspaceId);
      const live = await livePlatforms(deps, workspaceId);
      const instances = await listInstances(deps.db, workspaceId);
      // Only used to read models and prices, never called.
      const unasked = { apiKey: '', baseUrl: 'http://never-called.invalid', prices: deps.prices };
      const without = Object.fromEntries([
        ...PLATFORM_IDS.map((id) => [id, unasked]),
        ...instances.map(({ platform, model }) => [platform, { ...unasked, model }]),
      ]);
      const known = new Map([...createPlatforms(without, deps.transport), ...live]);
      return [...known.values()].map(({ id, model, price }) => {
        const instance = instances.find(({ platform }) => platform === id);
        const isUsable = instance !== undefined || live.has(id);
        return {
          platform: id,
          key: !isUsable ? 'none' : own.has(id) ? 'workspace' : 'environment',
          model,
          price,
          usdPerQuestion: price && costOf(price.typical, price),
          instance,
        };
      });
    },
    async check(workspaceId, platform) {
      const found = (await livePlatforms(deps, workspaceId)).get(platform);
      return found && checkKey(found);
    },
  };
}

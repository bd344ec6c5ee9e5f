import { checkKey, type KeyCheck } from '../collect/check-key.ts';
import { createPlatforms, PLATFORM_IDS } from '../collect/platforms.ts';
import { costOf, type Price } from '../collect/prices.ts';
import { sealedPlatformKeys } from '../store/questions/platform-keys.ts';
import { type LiveDeps, livePlatforms } from './live-asker.ts';

export interface PlatformState {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
  /** The model that is asked, or would be with a key. */
  model: string;
  price: Price | undefined;
  /** What one question usually costs; undefined: nobody knows. */
  usdPerQuestion: number | undefined;
}

/** What a person can know and do about a workspace's platforms before anything is asked. */
export interface PlatformChecks {
  states(workspaceId: string): Promise<PlatformState[]>;
  /** Undefined: there is no key to check. */
  check(workspaceId: string, platform: string): Promise<KeyCheck | undefined>;
}

export function createPlatformChecks(deps: Omit<LiveDeps, 'resolve'>): PlatformChecks {
  return {
    async states(workspaceId) {
      const own = await sealedPlatformKeys(deps.db, workspaceId);
      const live = await livePlatforms(deps, workspaceId);
      // Only read for their models and prices, never called.
      const unasked = { apiKey: '', baseUrl: 'http://never-called.invalid', prices: deps.prices };
      const without = Object.fromEntries(PLATFORM_IDS.map((id) => [id, unasked]));
      const known = new Map([...createPlatforms(without, deps.transport), ...live]);
      return [...known.values()].map(({ id, model, price }) => ({
        platform: id,
        key: !live.has(id) ? 'none' : own.has(id) ? 'workspace' : 'environment',
        model,
        price,
        usdPerQuestion: price && costOf(price.typical, price),
      }));
    },
    async check(workspaceId, platform) {
      const found = (await livePlatforms(deps, workspaceId)).get(platform);
      return found && checkKey(found);
    },
  };
}

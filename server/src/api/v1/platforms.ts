import { z } from 'zod';
import { changePlatformKey } from '../../access/platform-keys.ts';
import { ApiError } from '../../base/errors.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import { needsAddress, PLATFORM_IDS } from '../../collect/platforms.ts';
import type { Db } from '../../store/db.ts';
import { sealedPlatformKeys } from '../../store/questions/platform-keys.ts';
import { type Route, route } from '../route.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';

export const platform = z
  .strictObject({
    platform: z.string(),
    key: z
      .enum(['workspace', 'environment', 'none'])
      .describe('Whose key it is asked with. The key itself is never shown.'),
  })
  .meta({ id: 'Platform', example: { platform: 'claude', key: 'workspace' as const } });
const platformChange = z
  .strictObject({
    api_key: z
      .string()
      .trim()
      .min(1)
      .max(500)
      // It goes into a header, where anything else would fail every question.
      .regex(/^[\x20-\x7e]*$/, 'must consist of ASCII letters, digits and signs')
      .nullable()
      .describe('null: removes the key.'),
  })
  .meta({ id: 'PlatformChange', example: { api_key: 'the-key-of-your-account-there' } });

/** Which platforms can be asked, and the one way to give a workspace's own key: in, never out. */
export interface PlatformDeps {
  db: Db;
  secrets: SecretsBox;
  /** Platforms that have a key of the whole installation. */
  environmentPlatforms: string[];
}

export function platformRoutes({ db, secrets, environmentPlatforms }: PlatformDeps): Route[] {
  const keyOf = (id: string, own: Map<string, Buffer>) => {
    const isConfigured = environmentPlatforms.includes(id);
    if (own.has(id) && (isConfigured || !needsAddress(id))) return 'workspace' as const;
    return isConfigured ? ('environment' as const) : ('none' as const);
  };
  return [
    route({
      operation: 'listPlatforms',
      summary: 'AI platforms and whether they can be asked',
      method: 'GET',
      path: '/platforms',
      scope: 'read',
      query: z.object(pageQuery),
      responses: { 200: listOf(platform) },
      async handle({ caller, query }) {
        const own = await sealedPlatformKeys(db, caller.workspaceId);
        const all = PLATFORM_IDS.map((id) => ({ platform: id, key: keyOf(id, own) }));
        return pageOf(all, query);
      },
    }),
    route({
      operation: 'changePlatform',
      summary: 'Set or remove your own key for a platform',
      method: 'PATCH',
      path: '/platforms/:platform',
      scope: 'write',
      body: platformChange,
      responses: { 200: platform },
      errors: { 404: 'Platform not found', 409: 'The operator has configured no address for this platform' },
      async handle({ caller, params, body }) {
        const id = params.platform ?? '';
        if (!PLATFORM_IDS.includes(id)) throw new ApiError(404, 'Platform not found');
        const change = { platform: id, by: caller.by, configured: environmentPlatforms };
        if (body.api_key === null) {
          await changePlatformKey(db, caller.workspaceId, { ...change, sealed: undefined });
          return { body: { platform: id, key: keyOf(id, new Map()) } };
        }
        const sealed = secrets.seal(body.api_key, `${caller.workspaceId} ${id}`);
        await changePlatformKey(db, caller.workspaceId, { ...change, sealed });
        return { body: { platform: id, key: 'workspace' as const } };
      },
    }),
  ];
}

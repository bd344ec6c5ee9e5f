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
      .describe('Whose API key is used. The key itself is never returned.'),
  })
  .meta({
    id: 'Platform',
    description: 'An AI platform, and whose API key is used for it. The key itself is never returned.',
    example: { platform: 'claude', key: 'workspace' as const },
  });
/** It is sent in a header, where other characters would make every request fail. */
export const apiKey = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[\x20-\x7e]*$/, 'must contain only ASCII letters, digits and symbols');

const platformChange = z
  .strictObject({
    api_key: apiKey.nullable().describe('The key. null removes it.'),
  })
  .meta({
    id: 'PlatformChange',
    description: 'Your own API key for a platform; null removes it.',
    example: { api_key: 'the-key-of-your-account-there' },
  });

/** The platforms with their keys. Keys can be set but are never returned. */
export interface PlatformDeps {
  db: Db;
  secrets: SecretsBox;
  /** Platforms with a key in the server's environment. */
  environmentPlatforms: string[];
}

/** Whether a workspace can have a key for this platform: a built-in one, one of the operator, or one of its own. */
export async function isPlatform(
  { db, environmentPlatforms }: Pick<PlatformDeps, 'db' | 'environmentPlatforms'>,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  if (PLATFORM_IDS.includes(id) || environmentPlatforms.includes(id)) return true;
  return (await sealedPlatformKeys(db, workspaceId)).has(id);
}

export function platformRoutes(deps: PlatformDeps): Route[] {
  const { db, secrets, environmentPlatforms } = deps;
  const keyOf = (id: string, own: Map<string, Buffer>) => {
    const isConfigured = environmentPlatforms.includes(id);
    if (own.has(id) && (isConfigured || !needsAddress(id))) return 'workspace' as const;
    return isConfigured ? ('environment' as const) : ('none' as const);
  };
  return [
    route({
      operation: 'listPlatforms',
      summary: 'AI platforms, and whether an API key is configured',
      method: 'GET',
      path: '/platforms',
      scope: 'read',
      query: z.object(pageQuery),
      responses: { 200: listOf(platform) },
      async handle({ caller, query }) {
        const own = await sealedPlatformKeys(db, caller.workspaceId);
        const ids = new Set([...PLATFORM_IDS, ...environmentPlatforms, ...own.keys()]);
        return pageOf(
          [...ids].map((id) => ({ platform: id, key: keyOf(id, own) })),
          query,
        );
      },
    }),
    route({
      operation: 'changePlatform',
      summary: 'Set or remove your own API key for a platform',
      method: 'PATCH',
      path: '/platforms/:platform',
      scope: 'write',
      body: platformChange,
      responses: { 200: platform },
      errors: {
        404: 'Platform not found',
        409: 'openai_compatible has no base URL. Ask the operator of this service to set OPENAI_COMPATIBLE_BASE_URL.',
      },
      async handle({ caller, params, body }) {
        const id = params.platform ?? '';
        if (!(await isPlatform(deps, caller.workspaceId, id))) throw new ApiError(404, 'Platform not found');
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

import { z } from 'zod';
import type { Db } from '../../store/db.ts';
import { findReread } from '../../store/workspaces/readings.ts';
import { changeBrand } from '../../subject/change-brand.ts';
import { type Route, route } from '../route.ts';
import { namesOf, previewOf } from '../v1/brand.ts';
import type { brandState } from './contract/brand.ts';
import { declared } from './contract/contract.ts';
import { brandFields, showBrand } from './names.ts';

/** Your brand: read it, preview other names, and change its names. */
export function brandRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...declared('GET /:mode/brand/state'),
      scope: 'read',
      async handle({ caller }) {
        return { body: await stateOf(db, caller.workspaceId) };
      },
    }),
    route({
      ...declared('PATCH /:mode/brand'),
      scope: 'write',
      body: z.strictObject(brandFields),
      async handle({ caller, body }) {
        await changeBrand(db, caller.workspaceId, { input: body, by: caller.by });
        return { body: await stateOf(db, caller.workspaceId) };
      },
    }),
    route({
      ...declared('POST /:mode/brand/preview'),
      load: 'read',
      scope: 'write',
      body: z.strictObject({ ...brandFields, after: z.string().nullish() }),
      async handle({ caller, body: { after, ...input } }) {
        const { preview } = await previewOf(db, caller.workspaceId, { input, after: after ?? undefined });
        return { body: preview };
      },
    }),
  ];
}

async function stateOf(db: Db, workspaceId: string): Promise<z.output<typeof brandState>> {
  const { workspace, known } = await namesOf(db, workspaceId);
  const reread = await findReread(db, workspaceId);
  return {
    brand: known ? showBrand(known.brand) : null,
    competitors: known?.competitors.map(({ name, domains }) => ({ name, domains })) ?? [],
    reading: workspace.reading,
    reread: reread
      ? { keywords_done: Math.min(reread.keywordsDone, reread.keywordsTotal), keywords_total: reread.keywordsTotal }
      : null,
  };
}

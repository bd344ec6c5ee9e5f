import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { loadReading } from '../../store/workspaces/readings.ts';
import { loadWorkspace } from '../../store/workspaces/workspaces.ts';
import {
  brandProblems,
  changeBrand,
  type NewBrand,
  refuse,
  warningsOf,
  withBrand,
} from '../../subject/change-brand.ts';
import { nameField } from '../../subject/names.ts';
import { previewPart as readPart } from '../../subject/preview-part.ts';
import { previewPart, shownBrand } from '../dashboard/contract/brand.ts';
import { showBrand } from '../dashboard/names.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { aliases, domains } from './competitor-schemas.ts';

/** How long one part of a preview takes: short enough for a smooth progress bar. */
const PREVIEW_MS = 700;

const brand = z
  .strictObject({
    ...shownBrand.shape,
    preview: previewPart
      .meta({ id: 'BrandPreview', description: 'The effect of other names on stored answers, one part at a time.' })
      .optional()
      .describe('Only with `preview=true`: the effect on stored answers. If `next` is not null, send it as `after`.'),
  })
  .meta({
    id: 'Brand',
    description: 'Your brand.',
    example: {
      name: 'Heron Board',
      aliases: [{ text: 'HeronBoard', case: 'smart', require_any: [], exclude_any: [] }],
      domains: ['heronboard.example'],
    },
  });

const newBrand = z
  .strictObject({
    name: nameField,
    aliases: aliases.default([]).describe('Its aliases, instead of all existing ones. The name always counts, too.'),
    domains: domains.default([]).describe('Its domains, instead of all existing ones. Citations of their pages count.'),
  })
  .meta({
    id: 'NewBrand',
    description: 'What your brand should be. Lists replace the existing ones.',
    example: { name: 'Heron Board', aliases: ['HeronBoard'], domains: ['heronboard.example'] },
  });

const NO_BRAND = 'This workspace has no brand yet. Set it with PUT /api/v1/brand';

export function apiBrandRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'getBrand',
      summary: 'Your brand with its aliases and domains',
      method: 'GET',
      path: '/brand',
      scope: 'read',
      responses: { 200: brand },
      errors: { 404: NO_BRAND },
      async handle({ caller }) {
        const { known } = await namesOf(db, caller.workspaceId);
        if (!known) throw new ApiError(404, NO_BRAND);
        return { body: showBrand(known.brand) };
      },
    }),
    route({
      operation: 'setBrand',
      summary: 'Set your brand; stored answers are re-analyzed',
      method: 'PUT',
      path: '/brand',
      scope: 'write',
      query: z.object({
        preview: z.enum(['true']).optional().describe('Shows the effect on stored answers and changes nothing.'),
        after: z
          .string()
          .optional()
          .describe('Continues a preview: `next` of its part before.')
          .meta({ example: 'kw_' }),
      }),
      body: newBrand,
      responses: { 200: brand },
      async handle({ caller, query, body }) {
        const input = { ...body, domains: [...new Set(body.domains)] };
        if (query.preview) return { body: await previewOf(db, caller.workspaceId, { input, after: query.after }) };
        await changeBrand(db, caller.workspaceId, { input, by: caller.by });
        const { known } = await namesOf(db, caller.workspaceId);
        if (!known) throw new Error('The brand was not stored');
        return { body: showBrand(known.brand) };
      },
    }),
  ];
}

/** One part of a preview of other names, with the brand as it would be. */
export async function previewOf(
  db: Db,
  workspaceId: string,
  { input, after }: { input: NewBrand; after: string | undefined },
): Promise<z.output<typeof shownBrand> & { preview: z.output<typeof previewPart> }> {
  const { workspace, known } = await namesOf(db, workspaceId);
  const subject = withBrand(known, input);
  refuse(brandProblems(subject));
  const { previews, ...part } = await readPart(db, workspace, { subject, after, forMs: PREVIEW_MS });
  const preview = { keywords: previews.map(toWire), warnings: warningsOf(subject), ...toWire(part) };
  return { ...showBrand(subject.brand), preview };
}

export async function namesOf(db: Db, workspaceId: string) {
  const workspace = await loadWorkspace(db, workspaceId);
  return { workspace, known: await loadReading(db, workspaceId, workspace.reading) };
}

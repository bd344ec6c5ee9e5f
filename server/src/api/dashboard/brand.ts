import { z } from 'zod';
import type { Db } from '../../store/db.ts';
import { findReread, loadReading } from '../../store/workspaces/readings.ts';
import { findWorkspace } from '../../store/workspaces/workspaces.ts';
import { brandProblems, changeBrand, refuse, warningsOf, withBrand } from '../../subject/change-brand.ts';
import type { KeywordPreview } from '../../subject/preview.ts';
import { previewPart } from '../../subject/preview-part.ts';
import { type Route, route } from '../route.ts';
import type { brandState, keywordPreview } from './contract/brand.ts';
import { declared } from './contract/contract.ts';
import { brandFields, showBrand } from './names.ts';

/** How long one part of a preview takes: short enough for a smooth progress bar. */
const PREVIEW_MS = 700;

/** Your brand: read it, preview other names, and change its names. */
export function brandRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'getBrand',
      summary: 'Your brand with its names and domains',
      ...declared('GET /:mode/brand'),
      scope: 'read',
      async handle({ caller }) {
        return { body: await stateOf(db, caller.workspaceId) };
      },
    }),
    route({
      operation: 'changeBrand',
      summary: 'Change the names and domains of your brand',
      ...declared('PATCH /:mode/brand'),
      scope: 'write',
      body: z.strictObject(brandFields),
      async handle({ caller, body }) {
        await changeBrand(db, caller.workspaceId, { input: body, by: caller.by });
        return { body: await stateOf(db, caller.workspaceId) };
      },
    }),
    route({
      operation: 'previewBrand',
      summary: 'Preview the effect of other names on stored answers, one part at a time',
      ...declared('POST /:mode/brand/preview'),
      scope: 'write',
      body: z.strictObject({ ...brandFields, after: z.string().nullish() }),
      async handle({ caller, body: { after, ...input } }) {
        const { workspace, known } = await namesOf(db, caller.workspaceId);
        const subject = withBrand(known, input);
        refuse(brandProblems(subject));
        const part = await previewPart(db, workspace, { subject, after: after ?? undefined, forMs: PREVIEW_MS });
        const body = {
          keywords: part.previews.map(toShown),
          warnings: warningsOf(subject),
          keywords_done: part.keywordsDone,
          keywords_total: part.keywordsTotal,
          next: part.next ?? null,
        };
        return { body };
      },
    }),
  ];
}

async function namesOf(db: Db, workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  return { workspace, known: await loadReading(db, workspaceId, workspace.reading) };
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

function toShown(preview: KeywordPreview): z.output<typeof keywordPreview> {
  const { keywordId, keyword, scoreBefore, scoreAfter, answers, gained, lost, examples } = preview;
  return {
    keyword_id: keywordId,
    keyword,
    score_before: scoreBefore,
    score_after: scoreAfter,
    answers,
    gained,
    lost,
    examples: examples.map(({ answerId, ...example }) => ({ answer_id: answerId, ...example })),
  };
}

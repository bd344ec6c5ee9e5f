import { z } from 'zod';
import { makeId } from '../../base/id.ts';
import { atMost } from '../../base/problems.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import type { Db } from '../../store/db.ts';
import { setCaps } from '../../store/questions/spend.ts';
import { loadReading, type NamedSubject } from '../../store/workspaces/readings.ts';
import { findWorkspace, lockWorkspace } from '../../store/workspaces/workspaces.ts';
import { problemsOf, refuse, saveSubject, warningsOf, withBrand } from '../../subject/change-brand.ts';
import { importKeywords } from '../../subject/import-keywords.ts';
import { MOST_COMPETITORS, withName } from '../../subject/names.ts';
import { type Route, route } from '../route.ts';
import { keywordInput, toNewKeyword } from '../v1/keywords.ts';
import { declared } from './contract/contract.ts';
import { brandFields } from './names.ts';

const START_BYTES = 2 * 1024 * 1024;
const MOST_PREVIEWS = 3;
const cap = z.number().min(0).max(1_000_000).nullable();

export const beginning = z.strictObject({
  brand: z.strictObject(brandFields),
  competitors: z.array(z.strictObject(brandFields)).max(MOST_COMPETITORS).default([]),
  keywords: atMost(1000, z.array(keywordInput).max(1000).default([])),
  budget: z.strictObject({ daily_cap_usd: cap, monthly_cap_usd: cap }).optional(),
  /** Only validates and stores nothing. Called at every step, so that problems show up where they were entered. */
  dry_run: z.boolean().default(false),
});

/** The setup of a workspace in one request. Nothing is stored or measured before it. */
export function startRoutes(deps: MeasureDeps): Route[] {
  return [
    route({
      ...declared('POST /:mode/start'),
      scope: 'write',
      body: beginning,
      bodyLimit: START_BYTES,
      async handle({ caller: { workspaceId }, body }) {
        const known = await knownNames(deps, workspaceId);
        const wanted = subjectOf(body, known);
        refuse(problemsOf(wanted));
        const names = [body.brand.name, ...wanted.brand.aliases.map(({ text }) => text)];
        const keywords = body.keywords.map((one) => toNewKeyword(one, names));
        const warnings = warningsOf(wanted);
        const previews = keywords.slice(0, MOST_PREVIEWS).map(({ keyword, prompts }) => ({ keyword, prompts }));
        if (body.dry_run) return { body: { keywords_added: 0, duplicates: [], warnings, previews } };
        const imported = await begin(deps, workspaceId, { body, keywords });
        const { keywordIds, duplicates } = imported;
        return { body: { keywords_added: keywordIds.length, duplicates, warnings, previews } };
      },
    }),
  ];
}

async function knownNames({ db }: { db: Db }, workspaceId: string): Promise<NamedSubject | undefined> {
  const workspace = await findWorkspace(db, workspaceId);
  return workspace && loadReading(db, workspaceId, workspace.reading);
}

/** A competitor with a known name keeps its id and therefore its history. */
function subjectOf({ brand, competitors }: z.output<typeof beginning>, known: NamedSubject | undefined): NamedSubject {
  return {
    ...withBrand(known, brand),
    competitors: competitors.map((one) => {
      const same = known?.competitors.find(({ name }) => name === one.name);
      // The setup has only a name and a domain. Other known fields are kept.
      const aliases = one.aliases.length > 0 ? one.aliases : (same?.aliases ?? []);
      return withName({ ...one, aliases, id: same?.id ?? makeId('cmp') });
    }),
  };
}

interface Beginning {
  body: z.output<typeof beginning>;
  keywords: ReturnType<typeof toNewKeyword>[];
}

/** All or nothing. A second click changes nothing. */
function begin(deps: MeasureDeps, workspaceId: string, { body, keywords }: Beginning) {
  return deps.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const known = await loadReading(tx, workspaceId, workspace.reading);
    await saveSubject(tx, { workspaceId, known, subject: subjectOf(body, known), now: workspace.now });
    if (body.budget) {
      const { daily_cap_usd: daily, monthly_cap_usd: monthly } = body.budget;
      await setCaps(tx, workspaceId, { dailyCapUsd: daily ?? undefined, monthlyCapUsd: monthly ?? undefined });
    }
    return importKeywords(tx, deps, { workspaceId, keywords, status: 'active' });
  });
}

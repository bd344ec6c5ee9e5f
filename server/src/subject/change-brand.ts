import { variantsOf } from '../analyze/name-variants.ts';
import type { Problem } from '../base/errors.ts';
import { invalid } from '../base/problems.ts';
import { type Actor, type Changes, writeAudit } from '../store/accounts/audit.ts';
import type { Db, Transaction } from '../store/db.ts';
import {
  loadReading,
  type NamedBrand,
  type NamedSubject,
  OWN_BRAND,
  saveReading,
} from '../store/workspaces/readings.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';
import { adviceOn, sameName, withName } from './names.ts';

export type NewBrand = Omit<NamedBrand, 'id'>;

/** Changes the names and domains of your brand and queues the stored answers for re-analysis. */
export function changeBrand(db: Db, workspaceId: string, { input, by }: { input: NewBrand; by: Actor }): Promise<void> {
  return db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const known = await loadReading(tx, workspaceId, workspace.reading);
    const subject = withBrand(known, input);
    refuse(brandProblems(subject));
    await saveSubject(tx, { workspaceId, known, now: workspace.now, subject });
    const changes = differencesOf(known?.brand, subject.brand);
    if (Object.keys(changes).length === 0) return;
    const { accountId, mode } = workspace;
    const audited = { id: OWN_BRAND, name: `${subject.brand.name} (${mode})` };
    await writeAudit(tx, { accountId, by, action: 'brand.changed', subject: audited, changes });
  });
}

function differencesOf(before: NamedBrand | undefined, after: NamedBrand): Changes {
  const fields: [string, unknown, unknown][] = [
    ['name', before?.name, after.name],
    ['aliases', before?.aliases.map(({ text }) => text), after.aliases.map(({ text }) => text)],
    ['domains', before?.domains, after.domains],
  ];
  const different = fields.filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to));
  return Object.fromEntries(different.map(([field, from = null, to]) => [field, { from, to }]));
}

/** Like `problemsOf`, for a form that shows only your brand: conflicts are reported on the brand. */
export function brandProblems({ brand, competitors }: NamedSubject): Problem[] {
  return [...badNames([], brand), ...sharedNames([], brand, competitors)];
}

/** The alias set with another brand. */
export function withBrand(known: NamedSubject | undefined, input: NewBrand): NamedSubject {
  return { brand: withName({ ...input, id: OWN_BRAND }), competitors: known?.competitors ?? [] };
}

/** Saves a changed alias set. An unchanged one is ignored, because saving it would re-analyze every answer. */
export async function saveSubject(
  tx: Transaction,
  {
    workspaceId,
    known,
    subject,
    now,
  }: { workspaceId: string; known: NamedSubject | undefined; subject: NamedSubject; now: Date },
): Promise<void> {
  refuse(problemsOf(subject));
  if (known && JSON.stringify(inOrder(known)) === JSON.stringify(inOrder(subject))) return;
  await saveReading(tx, workspaceId, { subject, now });
}

/** The problems in an alias set, each with its path in `{ brand, competitors }`. */
export function problemsOf({ brand, competitors }: NamedSubject): Problem[] {
  const brands = [brand, ...competitors];
  return brands.flatMap((one, index) => {
    const place = index === 0 ? ['brand'] : ['competitors', index - 1];
    return [...badNames(place, one), ...sharedNames(place, one, brands.slice(0, index))];
  });
}

/** Warnings about valid names, and other writings of them that may mean another brand, so that they do not count. */
export function warningsOf({ brand, competitors }: NamedSubject): { name: string; warning: string }[] {
  const brands = [brand, ...competitors];
  const warnings = brands
    .flatMap(adviceOn)
    .flatMap(({ text, warning }) => (warning === undefined ? [] : [{ name: text, warning }]));
  const doubtful = variantsOf(brands)
    .flat()
    .filter(({ isCertain }) => !isCertain)
    .map(({ alias: { text }, of }) => ({
      name: text,
      warning: `"${text}" may be another writing of "${of}", a word or another brand. Add it as an alias if it means this one.`,
    }));
  return [...warnings, ...doubtful];
}

export function refuse(problems: Problem[]): void {
  if (problems.length > 0) throw invalid(problems);
}

function badNames(place: PropertyKey[], brand: NamedBrand): Problem[] {
  return adviceOn(brand).flatMap(({ text, error }) =>
    error === undefined ? [] : [{ path: [...place, ...fieldOf(brand, text)], message: error }],
  );
}

/** A name or domain shared by two brands would count only for the first. */
function sharedNames(place: PropertyKey[], brand: NamedBrand, before: NamedBrand[]): Problem[] {
  const names = new Map(before.flatMap((one) => one.aliases.map(({ text }) => [sameName(text), one] as const)));
  const domains = new Map(before.flatMap((one) => one.domains.map((domain) => [domain, one] as const)));
  return [
    ...brand.aliases.flatMap(({ text }) => {
      const owner = names.get(sameName(text));
      if (!owner) return [];
      const message = `"${text}" is already used by ${labelOf(owner)}`;
      return [{ path: [...place, ...fieldOf(brand, text)], message }];
    }),
    ...brand.domains.flatMap((domain) => {
      const owner = domains.get(domain);
      if (!owner) return [];
      return [{ path: [...place, 'domains'], message: `${domain} already belongs to ${labelOf(owner)}` }];
    }),
  ];
}

/** The aliases always include the name, which the client does not send as an alias. */
function fieldOf({ name, aliases }: NamedBrand, text: string): PropertyKey[] {
  if (text === name) return ['name'];
  return ['aliases', aliases.filter((alias) => alias.text !== name).findIndex((alias) => alias.text === text)];
}

function labelOf({ id, name }: NamedBrand): string {
  return id === OWN_BRAND ? 'your own brand' : name;
}

/** jsonb does not preserve the order of fields. */
function inOrder({ brand, competitors }: NamedSubject) {
  const one = ({ id, name, aliases, domains }: NamedBrand) => [
    ...[id, name, domains],
    aliases.map((alias) => [alias.text, alias.case ?? 'smart', alias.requireAny ?? [], alias.excludeAny ?? []]),
  ];
  return [one(brand), ...competitors.map(one)];
}

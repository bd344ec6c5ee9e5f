import { ApiError } from '../base/errors.ts';
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

/** Gives the own brand these names and domains, and queues the stored answers to be read under them. */
export function changeBrand(db: Db, workspaceId: string, { wish, by }: { wish: NewBrand; by: Actor }): Promise<void> {
  return db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const known = await loadReading(tx, workspaceId, workspace.reading);
    const subject = withBrand(known, wish);
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

/** The same as `problemsOf` for a form that has the own brand alone: what is shared is the brand's problem. */
export function brandProblems({ brand, competitors }: NamedSubject): string[] {
  const place = 'brand';
  const others = competitors.map((competitor) => ({ place: competitor.id, brand: competitor }));
  const found = [...badNames(place, brand), ...sharedNames(place, brand, [...others, { place, brand }])];
  return found.map((problem) => problem.replace(/^brand\./, ''));
}

/** The names as they would be with another brand. */
export function withBrand(known: NamedSubject | undefined, wish: NewBrand): NamedSubject {
  return { brand: withName({ ...wish, id: OWN_BRAND }), competitors: known?.competitors ?? [] };
}

/** Saves names that differ from those that stand: the same ones again would read every answer again for nothing. */
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

/** What is wrong with names, each with its place: `brand.aliases[1]: …`, `competitors[0].name: …`. */
export function problemsOf(subject: NamedSubject): string[] {
  const brands = placesOf(subject);
  return brands.flatMap(({ place, brand }) => [...badNames(place, brand), ...sharedNames(place, brand, brands)]);
}

/** What is worth saying about names that are allowed. */
export function warningsOf({ brand, competitors }: NamedSubject): { name: string; warning: string }[] {
  return [brand, ...competitors]
    .flatMap(adviceOn)
    .flatMap(({ text, warning }) => (warning === undefined ? [] : [{ name: text, warning }]));
}

export function refuse(problems: string[]): void {
  if (problems.length > 0) throw new ApiError(422, problems.join('; '));
}

interface Place {
  place: string;
  brand: NamedBrand;
}

function placesOf({ brand, competitors }: NamedSubject): Place[] {
  return [
    { place: 'brand', brand },
    ...competitors.map((competitor, index) => ({ place: `competitors[${index}]`, brand: competitor })),
  ];
}

function badNames(place: string, brand: NamedBrand): string[] {
  return adviceOn(brand).flatMap(({ text, error }) =>
    error === undefined ? [] : [`${place}.${fieldOf(brand, text)}: ${error}`],
  );
}

/** A name or domain that two brands share would count for whichever comes first. */
function sharedNames(place: string, brand: NamedBrand, brands: Place[]): string[] {
  const before = brands.slice(
    0,
    brands.findIndex((one) => one.place === place),
  );
  const names = new Map(
    before.flatMap((one) => one.brand.aliases.map(({ text }) => [sameName(text), one.brand] as const)),
  );
  const domains = new Map(before.flatMap((one) => one.brand.domains.map((domain) => [domain, one.brand] as const)));
  return [
    ...brand.aliases.flatMap(({ text }) => {
      const owner = names.get(sameName(text));
      return owner ? [`${place}.${fieldOf(brand, text)}: "${text}" is already a name of ${wordsFor(owner)}`] : [];
    }),
    ...brand.domains.flatMap((domain) => {
      const owner = domains.get(domain);
      return owner ? [`${place}.domains: ${domain} already belongs to ${wordsFor(owner)}`] : [];
    }),
  ];
}

/** The name itself is always among the aliases, and is not what the sender calls one. */
function fieldOf({ name, aliases }: NamedBrand, text: string): string {
  if (text === name) return 'name';
  return `aliases[${aliases.filter((alias) => alias.text !== name).findIndex((alias) => alias.text === text)}]`;
}

function wordsFor({ id, name }: NamedBrand): string {
  return id === OWN_BRAND ? 'your own brand' : name;
}

/** jsonb keeps the names of fields in an order of its own. */
function inOrder({ brand, competitors }: NamedSubject) {
  const one = ({ id, name, aliases, domains }: NamedBrand) => [
    ...[id, name, domains],
    aliases.map((alias) => [alias.text, alias.case ?? 'smart', alias.requireAny ?? [], alias.excludeAny ?? []]),
  ];
  return [one(brand), ...competitors.map(one)];
}

import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import { invalid } from '../base/problems.ts';
import type { Db, Transaction } from '../store/db.ts';
import {
  loadReading,
  type NamedBrand,
  type NamedSubject,
  OWN_BRAND,
  saveReading,
} from '../store/workspaces/readings.ts';
import { lockWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { adviceOn, MOST_COMPETITORS, ownerOfDomain, ownerOfName, sameName, withName } from './names.ts';

export type NewCompetitor = Omit<NamedBrand, 'id'>;

/** Tracks a competitor and queues the stored answers for re-analysis. */
export function addCompetitor(db: Db, workspaceId: string, input: NewCompetitor): Promise<NamedBrand> {
  return db.transaction(async (tx) => {
    const { workspace, subject } = await lockSubject(tx, workspaceId);
    if (!subject) throw new ApiError(409, 'This workspace has no brand yet. Set up your brand first.');
    checkNames(subject, input);
    if (subject.competitors.length >= MOST_COMPETITORS) {
      throw new ApiError(409, `Competitor limit of ${MOST_COMPETITORS} reached`);
    }
    const competitor = withName({ ...input, id: makeId('cmp') });
    const changed = { ...subject, competitors: [...subject.competitors, competitor] };
    await saveReading(tx, workspaceId, { subject: changed, now: workspace.now });
    return competitor;
  });
}

export interface CompetitorChange {
  name?: string | undefined;
  aliases?: NamedBrand['aliases'] | undefined;
  /** The main domain; null for none. */
  domain?: string | null | undefined;
  /** Additional domains. */
  domains?: string[] | undefined;
}

/**
 * Changes a competitor's names or domains and queues the stored answers for re-analysis. Its id and history stay. A
 * former name counts only as long as it is an alias. Undefined if there is no such competitor.
 */
export function changeCompetitor(
  db: Db,
  workspaceId: string,
  { competitorId, change }: { competitorId: string; change: CompetitorChange },
): Promise<NamedBrand | undefined> {
  return db.transaction(async (tx) => {
    const { workspace, subject } = await lockSubject(tx, workspaceId);
    const old = subject?.competitors.find(({ id }) => id === competitorId);
    if (!subject || !old) return undefined;
    const changed = changedBrand(old, change);
    if (isDeepStrictEqual(changed, old)) return old;
    const others = subject.competitors.filter(({ id }) => id !== competitorId);
    // Problems refer to an alias by its index in the request.
    checkNames({ ...subject, competitors: others }, { ...changed, aliases: change.aliases ?? changed.aliases });
    const competitors = subject.competitors.map((one) => (one.id === competitorId ? changed : one));
    await saveReading(tx, workspaceId, { subject: { ...subject, competitors }, now: workspace.now });
    return changed;
  });
}

function changedBrand(old: NamedBrand, { name, aliases, domain, domains }: CompetitorChange): NamedBrand {
  const [main, ...further] = old.domains;
  const first = domain === undefined ? main : domain;
  return withName({
    ...old,
    name: name ?? old.name,
    aliases: aliases ?? old.aliases,
    domains: [...new Set([...(first ? [first] : []), ...(domains ?? further)])],
  });
}

/** Stops tracking a competitor and queues the stored answers for re-analysis. Returns whether it existed. */
export function removeCompetitor(db: Db, workspaceId: string, competitorId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { workspace, subject } = await lockSubject(tx, workspaceId);
    const competitors = subject?.competitors.filter(({ id }) => id !== competitorId) ?? [];
    if (!subject || competitors.length === subject.competitors.length) return false;
    await saveReading(tx, workspaceId, { subject: { ...subject, competitors }, now: workspace.now });
    return true;
  });
}

/** The current alias set, locked so that concurrent changes are not lost. */
async function lockSubject(
  tx: Transaction,
  workspaceId: string,
): Promise<{ workspace: Workspace; subject: NamedSubject | undefined }> {
  const workspace = await lockWorkspace(tx, workspaceId);
  return { workspace, subject: await loadReading(tx, workspaceId, workspace.reading) };
}

/** A name shared by two brands would count only for the first. */
export function checkNames(subject: NamedSubject, input: NewCompetitor): void {
  const sameNamed = ownerOfName(subject, input.name);
  if (sameNamed?.id === OWN_BRAND) throw new ApiError(409, 'Your own brand cannot be a competitor');
  if (sameNamed) throw new ApiError(409, 'Competitor already exists');
  const problems = [
    ...adviceOn(withName({ ...input, id: '' })).flatMap(({ text, error }) =>
      error === undefined ? [] : [{ path: placeOf(input, text), message: error }],
    ),
    ...input.aliases.flatMap(({ text }, index) => {
      const owner = ownerOfName(subject, text);
      return owner ? [{ path: ['aliases', index], message: `is already used by ${wordsFor(owner)}` }] : [];
    }),
    ...input.domains.flatMap((domain) => {
      const owner = ownerOfDomain(subject, domain);
      return owner ? [{ path: ['domains'], message: `${domain} already belongs to ${wordsFor(owner)}` }] : [];
    }),
  ];
  if (problems.length > 0) throw invalid(problems);
}

function placeOf({ aliases }: NewCompetitor, text: string): PropertyKey[] {
  const index = aliases.findIndex((alias) => sameName(alias.text) === sameName(text));
  return index === -1 ? ['name'] : ['aliases', index];
}

function wordsFor({ id, name }: NamedBrand): string {
  return id === OWN_BRAND ? 'your own brand' : name;
}

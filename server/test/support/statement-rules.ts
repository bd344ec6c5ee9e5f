import { isText, type Level, type Part, partsOf, type Table, walk } from './sql-levels.ts';

interface Places {
  facts: string[];
  local: string[];
}

/** What would fail, or be slow, on a cluster where the facts are distributed by `workspace_id`. */
export function problemsOf(text: string, places: Places): string[] {
  const parts = partsOf(text, places.facts);
  const own = parts.map(({ name }) => name);
  const read: Reader = {
    facts: ({ tables }) => tables.filter(({ name }) => places.facts.includes(name) && !own.includes(name)),
    local: ({ tables }) => tables.filter(({ name }) => places.local.includes(name) && !own.includes(name)),
  };
  const levels = parts.flatMap((part) => part.groups.flat());
  return [
    ...new Set([
      ...parts.flatMap((part) => part.groups.flatMap((group) => mixedIn(read, group, parts))),
      ...levels.flatMap((level) => wrongIn(level, read.facts(level))),
      ...changesOfBoth(read, levels),
      ...callsOn(read, levels),
    ]),
  ];
}

interface Reader {
  facts: (level: Level) => Table[];
  local: (level: Level) => Table[];
}

function mixedIn(read: Reader, group: Level[], parts: Part[]): string[] {
  const together = [...group, ...mergedInto(group, parts)];
  const [fact] = together.flatMap(read.facts);
  const [local] = together.flatMap(read.local);
  if (!fact || !local) return [];
  return [`${fact.name} and ${local.name}, which is local, in one query: read one in a materialized CTE`];
}

/** The levels of the common table expressions that PostgreSQL may plan as part of these. */
function mergedInto(group: Level[], parts: Part[], seen = new Set<Part>()): Level[] {
  const names = group.flatMap(({ tables }) => tables.map(({ name }) => name));
  const merged = parts.filter(
    (part) => !part.isMaterialized && part.name !== undefined && names.includes(part.name) && !seen.has(part),
  );
  return merged.flatMap((part) => {
    const levels = part.groups[0] ?? [];
    return [...levels, ...mergedInto(levels, parts, seen.add(part))];
  });
}

function wrongIn(level: Level, facts: Table[]): string[] {
  const isPinned = ({ alias, isTarget }: Table) => level.pinned.has(alias) || (isTarget && level.kind === 'InsertStmt');
  const problems = facts
    .filter((fact) => !isPinned(fact))
    .map(({ name }) => `${name} without a filter on workspace_id`);
  const [first] = facts;
  if (first && skipsLocked(level)) problems.push(`skip locked on ${first.name}: claims belong on local tables`);
  const target = facts.find(({ isTarget }) => isTarget);
  if (!target) return problems;
  return [
    ...problems,
    ...unstableIn(level).map((name) => `${name} in a change of ${target.name}: pass it as a parameter`),
  ];
}

function changesOfBoth(read: Reader, levels: Level[]): string[] {
  const [fact, local] = [read.facts, read.local].map((tables) =>
    levels.flatMap(tables).find(({ isTarget }) => isTarget),
  );
  if (!fact || !local) return [];
  return [`changes ${fact.name} and ${local.name}, which is local: use two statements in a transaction`];
}

function callsOn(read: Reader, levels: Level[]): string[] {
  const [fact] = levels.flatMap(read.facts);
  const call = levels.flatMap(({ functions }) => functions).find((name) => /^pg_notify$|^pg_\w*advisory/.test(name));
  return fact && call ? [`${call} in a statement on ${fact.name}: use a statement of its own`] : [];
}

function skipsLocked({ node }: Level): boolean {
  return Object.values(node.lockingClause ?? {}).some((lock) =>
    isText(lock?.LockingClause?.waitPolicy, 'LockWaitSkip'),
  );
}

const UNSTABLE =
  /^(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|nextval)$/;

/** Functions in `set`, where each copy of a shard would call them. */
function unstableIn({ kind, node }: Level): string[] {
  const changes = kind === 'UpdateStmt' ? node.targetList : node.onConflictClause?.targetList;
  const found: string[] = [];
  walk(changes ?? {}, (key, value) => {
    if (key === 'SQLValueFunction') found.push('the current time');
    if (key === 'SubLink' && kind === 'InsertStmt') found.push('a select');
    const name = key === 'FuncCall' ? String(Object.values(value.funcname ?? {}).at(-1)?.String?.sval) : '';
    if (UNSTABLE.test(name)) found.push(`${name}()`);
    return true;
  });
  return found;
}

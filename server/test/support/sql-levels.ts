import { parseSync } from 'libpg-query';

/** A piece of PostgreSQL's syntax tree: objects, arrays and texts. */
export interface Tree {
  [key: string]: Tree | undefined;
}

export interface Table {
  name: string;
  alias: string;
  isTarget: boolean;
}

/** A select, insert, update or delete without those inside it. */
export interface Level {
  kind: string;
  node: Tree;
  tables: Table[];
  /** Aliases whose `workspace_id` this level compares with a value, also by way of another table. */
  pinned: Set<string>;
  functions: string[];
}

/** A statement without its common table expressions, or one of these. */
export interface Part {
  /** Undefined for the statement itself. */
  name: string | undefined;
  isMaterialized: boolean;
  /** Levels that are planned together, on Citus too. */
  groups: Level[][];
}

const STATEMENTS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];

/** Needs `loadModule` of libpg-query first. */
export function partsOf(text: string, facts: string[]): Part[] {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt: Tree }[] };
  return stmts.flatMap(({ stmt }) => {
    const parts: Part[] = [];
    for (const [kind, node] of Object.entries(stmt)) {
      if (node && STATEMENTS.includes(kind))
        addPart({ name: undefined, isMaterialized: false }, { [kind]: node }, { facts, parts });
    }
    return parts;
  });
}

function addPart(head: Omit<Part, 'groups'>, query: Tree, { facts, parts }: Pick<Into, 'facts' | 'parts'>): void {
  const groups: Level[][] = [];
  parts.push({ ...head, groups });
  addGroup(query, { facts, parts, groups });
}

interface Into {
  facts: string[];
  parts: Part[];
  groups: Level[][];
}

function addGroup(query: Tree, into: Into): void {
  const group: Level[] = [];
  into.groups.push(group);
  for (const [kind, node] of Object.entries(query)) if (node) addLevel(kind, node, { ...into, group });
}

function addLevel(kind: string, node: Tree, into: Into & { group: Level[] }): void {
  const level: Level = { kind, node, tables: [], pinned: new Set(), functions: [] };
  into.group.push(level);
  walk(node, (key, value) => {
    if (key === 'CommonTableExpr') {
      const query = value.ctequery ?? {};
      const isMaterialized = !query.SelectStmt || isText(value.ctematerialized, 'CTEMaterializeAlways');
      addPart({ name: String(value.ctename), isMaterialized }, query, into);
      return false;
    }
    if ((key === 'subselect' || key === 'subquery') && isPlannedApart(key, value, into)) {
      addGroup(value, into);
      return false;
    }
    if (isStatement(key, value)) {
      addLevel(STATEMENTS.includes(key) ? key : 'SelectStmt', value, into);
      return false;
    }
    if (key === 'RangeVar' || key === 'relation') level.tables.push(tableOf(value, key === 'relation'));
    if (key === 'FuncCall') level.functions.push(namesIn(value.funcname).at(-1) ?? '');
    return true;
  });
  level.pinned = pinnedIn(level);
}

/**
 * Citus reads a sub-select in an expression first, and puts its result into the statement, unless it refers to the
 * outer query. So it does with sub-selects in `from` that read no facts.
 */
function isPlannedApart(key: string, query: Tree, { facts }: Pick<Into, 'facts'>): boolean {
  const [used, own, tables] = [new Set<string>(), new Set<string>(), new Set<string>()];
  walk(query, (kind, value) => {
    const names = kind === 'ColumnRef' ? namesIn(value.fields) : [];
    if (names.length > 1) used.add(names[0] ?? '');
    if (kind === 'RangeVar' || kind === 'relation') own.add(tableOf(value, false).alias);
    if (kind === 'RangeVar') tables.add(String(value.relname));
    if (kind === 'alias') own.add(String(value.aliasname));
    return true;
  });
  const isCorrelated = [...used].some((name) => !own.has(name));
  return !isCorrelated && (key === 'subselect' || ![...tables].some((name) => facts.includes(name)));
}

function tableOf(range: Tree, isTarget: boolean): Table {
  const name = String(range.relname);
  // Facts are partitioned by month: answers_2026_03.
  return { name: name.replace(/_\d{4}_\d{2}$/, ''), alias: String(range.alias?.aliasname ?? name), isTarget };
}

/** The sides of a union have no kind of their own in the tree. */
function isStatement(key: string, value: Tree): boolean {
  return STATEMENTS.includes(key) || ((key === 'larg' || key === 'rarg') && 'limitOption' in value);
}

/** Visits what is inside, with the key it has. `false` keeps the walk from going deeper. */
export function walk(tree: Tree, visit: (key: string, value: Tree) => boolean): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'object' && value !== null && visit(key, value)) walk(value, visit);
  }
}

export const isText = (tree: Tree | undefined, text: string) => (tree as unknown) === text;

function namesIn(list: Tree | undefined): string[] {
  return Object.values(list ?? {}).map((name) => String(name?.String?.sval));
}

function pinnedIn({ node, tables }: Level): Set<string> {
  const pairs = conditionsOf(node).flatMap(equalitiesIn);
  const pinned = new Set<string>();
  for (let before = -1; before < pinned.size; ) {
    before = pinned.size;
    for (const [one, other] of pairs) {
      if (isPinned(other)) pin(one);
      if (isPinned(one)) pin(other);
    }
  }
  return pinned;

  function isPinned(side: Side): boolean {
    return side.isValue || (side.alias !== undefined && pinned.has(side.alias));
  }
  /** A column without a table belongs to the only table that has it; PostgreSQL refuses it otherwise. */
  function pin({ alias, isValue }: Side): void {
    if (isValue || alias === undefined) return;
    if (alias !== '') pinned.add(alias);
    else for (const table of tables) pinned.add(table.alias);
  }
}

/** One side of an equality. The alias is that of a `workspace_id`, or empty without one. */
interface Side {
  isValue: boolean;
  alias: string | undefined;
}

function conditionsOf(node: Tree): Tree[] {
  const found = node.whereClause ? conjuncts(node.whereClause) : [];
  walk(node, (key, value) => {
    if (isStatement(key, value) || key === 'CommonTableExpr') return false;
    if (key === 'JoinExpr' && value.quals) found.push(...conjuncts(value.quals));
    if (key === 'JoinExpr' && namesIn(value.usingClause).includes('workspace_id')) found.push({ Using: value });
    return true;
  });
  return found;
}

function conjuncts(condition: Tree): Tree[] {
  const { BoolExpr } = condition;
  if (!BoolExpr || !isText(BoolExpr.boolop, 'AND_EXPR')) return [condition];
  return Object.values(BoolExpr.args ?? {}).flatMap((part) => (part ? conjuncts(part) : []));
}

function equalitiesIn({ A_Expr, Using }: Tree): [Side, Side][] {
  if (Using) {
    const aliases: string[] = [];
    walk(Using, (key, value) => {
      if (key === 'RangeVar') aliases.push(tableOf(value, false).alias);
      return !isStatement(key, value);
    });
    return aliases.slice(1).map((alias) => [sideOf(alias), sideOf(aliases[0])]);
  }
  if (!A_Expr || !isText(A_Expr.kind, 'AEXPR_OP') || namesIn(A_Expr.name)[0] !== '=') return [];
  const [left, right] = [A_Expr.lexpr, A_Expr.rexpr];
  const [ones, others] = [left?.RowExpr?.args ?? [left], right?.RowExpr?.args ?? [right]].map((list) =>
    Object.values(list),
  );
  return (ones ?? []).map((one, i) => [readSide(one as Tree), readSide(others?.[i] as Tree)]);
}

const sideOf = (alias: string | undefined): Side => ({ isValue: false, alias });

function readSide(tree: Tree | undefined): Side {
  if (tree?.ParamRef || tree?.A_Const) return { isValue: true, alias: undefined };
  if (tree?.TypeCast) return readSide(tree.TypeCast.arg);
  const names = namesIn(tree?.ColumnRef?.fields);
  return sideOf(names.at(-1) === 'workspace_id' ? (names.at(-2) ?? '') : undefined);
}

import { type Line, readLines } from './lines.ts';
import type { Mask } from './mask.ts';

/** A list item, numbered heading or table row that ranks the brand in its head. */
export interface RankedItem {
  /** Items with the same number belong to the same list. */
  list: number;
  rank: number;
  content: number;
  lineEnd: number;
  isRow: boolean;
  /** `rank` is a printed number, not the item's index. */
  isNumbered: boolean;
}

interface List {
  id: number;
  kind: Line['kind'];
  depth: number;
  parent: List | undefined;
  size: number;
  last: number;
  /** Every printed number was one more than the previous one. */
  counts: boolean;
}

interface Item {
  list: List;
  index: number;
  line: Line;
}

/** Below every heading. */
const LIST_DEPTH = 10;

/** The items of lists with at least two items that are not inside another such list. */
export function rankedItems(text: string, masks: Mask[]): RankedItem[] {
  const outline = new Outline();
  let wasBlank = true;
  readLines(text, masks, (line) => {
    if (line.kind === 'heading') outline.heading(line.level);
    else if (line.kind === 'text' && wasBlank) outline.paragraph(line.level);
    else if (line.kind !== 'text' && line.kind !== 'blank') outline.item(line);
    wasBlank = line.kind === 'blank';
  });
  return outline.items.filter(isOutermost).map(({ list, index, line }) => ({
    list: list.id,
    rank: Math.max(1, list.counts && line.number !== undefined ? line.number : index + 1),
    content: line.content,
    lineEnd: line.end,
    isRow: line.kind === 'row',
    isNumbered: list.counts && line.number !== undefined,
  }));
}

/** The open lists while an answer is read line by line. */
class Outline {
  readonly items: Item[] = [];
  private open: List[] = [];
  private lists = 0;
  /** Unindented numbered lists that a paragraph or heading interrupted, by depth: "2." continues after "1.". */
  private readonly interrupted = new Map<number, { list: List; newer: List[] }>();

  item(line: Line): void {
    const depth = depthOf(line);
    this.close((list) => list.depth > depth);
    const top = this.open.at(-1);
    const list = top && top.depth === depth && continues(top, line) ? top : this.resume(line, depth);
    list.counts &&= line.number !== undefined && (list.size === 0 || line.number === list.last + 1);
    list.last = line.number ?? 0;
    this.items.push({ list, index: list.size++, line });
  }

  /** An unindented paragraph ends the lists before it. */
  paragraph(indent: number): void {
    const depth = LIST_DEPTH + steps(indent);
    this.close((list) => list.depth >= depth);
  }

  heading(level: number): void {
    this.close((list) => list.depth >= level);
  }

  private close(isOver: (list: List) => boolean): void {
    for (let top = this.open.at(-1); top && isOver(top); top = this.open.at(-1)) {
      this.open.pop();
      if (top.last > 0 && top.depth <= LIST_DEPTH) this.interrupted.set(top.depth, { list: top, newer: [] });
    }
  }

  /** The interrupted list that this number continues, which then contains what came in between, or a new list. */
  private resume(line: Line, depth: number): List {
    const top = this.open.at(-1);
    if (top?.depth === depth) this.open.pop();
    const known = this.interrupted.get(depth);
    if (known && known.list.kind === line.kind && line.number === known.list.last + 1) {
      for (const newer of known.newer) newer.parent ??= known.list;
      known.newer = [];
      this.open.push(known.list);
      return known.list;
    }
    const list = { id: this.lists++, kind: line.kind, depth, parent: this.open.at(-1), size: 0, last: 0, counts: true };
    for (const { list: older, newer } of this.interrupted.values()) if (older.depth < depth) newer.push(list);
    this.open.push(list);
    return list;
  }
}

/** Bullets and tables at the indentation of a number belong to that number's item. */
function depthOf({ kind, level }: Line): number {
  if (kind === 'numbered-heading') return level;
  return LIST_DEPTH + steps(level) + (kind === 'ordered' ? 0 : 0.5);
}

/** A difference of one column is accidental, two are intended. */
function steps(indent: number): number {
  return indent - (indent % 2);
}

/** Whether an item continues the open list before it. "1." after "2." starts another. */
function continues(list: List, { kind, number }: Line): boolean {
  return list.kind === kind && (number === undefined || number >= list.last);
}

function isOutermost({ list }: Item): boolean {
  for (let outer = list.parent; outer; outer = outer.parent) if (outer.size > 1) return false;
  return list.size > 1;
}

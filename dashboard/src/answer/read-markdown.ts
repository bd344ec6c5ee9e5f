import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { webAddress } from '../base/visible-text.ts';
import { alignCode, alignInlineCode, alignText } from './align-leaves.ts';

/** A piece of shown text and its place in the stored text. Its length differs there only if it was written as `&amp;`. */
export interface Leaf {
  start: number;
  end: number;
  text: string;
  /** Not shown by Markdown, but marked: the address of a link. */
  isAdded?: boolean;
}

/** An element with its content. Only these tags are ever rendered. */
export interface Branch {
  tag:
    | 'div'
    | 'p'
    | 'em'
    | 'strong'
    | 'a'
    | 'ul'
    | 'ol'
    | 'li'
    | 'blockquote'
    | 'code'
    | 'pre'
    | Bare
    | Table
    | Heading;
  start: number;
  end: number;
  children: (Branch | Leaf)[];
  href?: string;
  /** The number of the first item. */
  first?: number;
}

type Bare = 'br' | 'hr';
type Table = 'table' | 'tr' | 'th' | 'td';
type Heading = 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

/** Longer or deeper texts are shown as they are: reading them would block the browser. */
const MOST_CHARACTERS = 30_000;
const MOST_LEVELS = 40;
/** The parser takes seconds for thousands of quotes or lists in one line. */
const ITEM = '(?:[-+*]|\\d{1,9}[.)])(?=[ \\t])';
const TOO_DEEP = new RegExp(`^(?:[ \\t]*(?:>|${ITEM})){${MOST_LEVELS + 1}}`, 'm');
/** Its time grows with the square of the number of items in other items: 0.1 s for 500, 10 s for 5,000. */
const MOST_NESTED_ITEMS = 500;
const NESTED_ITEM = new RegExp(`^(?:[ \\t>]|${ITEM})+${ITEM}`, 'gm');
const EXTENSIONS = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };
const TAGS: Partial<Record<Nodes['type'], Branch['tag']>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  link: 'a',
  listItem: 'li',
  blockquote: 'blockquote',
  break: 'br',
  thematicBreak: 'hr',
  table: 'table',
  tableRow: 'tr',
};

/** The text as elements, with the place of every piece of text. Undefined if it is too long or too deep to read. */
export function readMarkdown(text: string, marks: { start: number; end: number }[]): Branch | undefined {
  // The parser drops a byte order mark, and every place after it would be wrong.
  if (text.length > MOST_CHARACTERS || text.startsWith('\ufeff') || TOO_DEEP.test(text)) return undefined;
  if ((text.match(NESTED_ITEM)?.length ?? 0) > MOST_NESTED_ITEMS) return undefined;
  const tree = fromMarkdown(text, EXTENSIONS);
  const depths = [...new Set(headingsIn(tree))].sort();
  const root: Branch = { tag: 'div', start: 0, end: text.length, children: [] };
  try {
    root.children = tree.children.flatMap((node) => convert(node, { text, depths, level: 0 }));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  for (const mark of marks) showMark(root, mark, text);
  return root;
}

function headingsIn(node: Nodes): number[] {
  return 'children' in node
    ? [
        ...(node.type === 'heading' ? [node.depth] : []),
        ...(node.type === 'root' ? node.children.flatMap(headingsIn) : []),
      ]
    : [];
}

interface Reading {
  text: string;
  /** The depths of headings that occur. They become h2, h3 … without a gap. */
  depths: number[];
  level: number;
  isHead?: boolean;
}

function convert(node: Nodes, reading: Reading): (Branch | Leaf)[] {
  if (reading.level > MOST_LEVELS) throw new RangeError('The text is too deep');
  const [start, end] = placeOf(node);
  const source = reading.text.slice(start, end);
  const asWritten = [{ start, end, text: source }];
  const branch = (tag: Branch['tag'], children: Branch['children'], more = {}): Branch[] => [
    { tag, start, end, children, ...more },
  ];
  if (node.type === 'text') return alignText(source, node.value, start) ?? asWritten;
  if (node.type === 'inlineCode') return branch('code', alignInlineCode(source, node.value, start) ?? asWritten);
  if (node.type === 'code') return branch('pre', alignCode(source, node.value, start) ?? asWritten);
  if (node.type === 'html' && /^<br\s*\/?>$/i.test(node.value)) return branch('br', []);
  if (node.type === 'heading') return branch(headingTag(node.depth, reading), within(node, reading));
  if (node.type === 'list') {
    return branch(node.ordered ? 'ol' : 'ul', within(node, reading), node.ordered ? { first: node.start ?? 1 } : {});
  }
  if (node.type === 'table') {
    return branch(
      'table',
      node.children.flatMap((row, index) => convert(row, { ...reading, isHead: index === 0 })),
    );
  }
  if (node.type === 'tableCell') return branch(reading.isHead ? 'th' : 'td', within(node, reading));
  const tag = TAGS[node.type];
  // HTML, images, references and their definitions.
  if (tag === undefined) return asWritten;
  const href = node.type === 'link' ? webAddress(node.url) : undefined;
  return branch(tag, 'children' in node ? within(node, reading) : [], href === undefined ? {} : { href });
}

function within(node: Parents, reading: Reading): Branch['children'] {
  return node.children.flatMap((child) => convert(child, { ...reading, level: reading.level + 1 }));
}

function headingTag(depth: number, { depths }: Reading): Heading {
  return (['h2', 'h3', 'h4', 'h5', 'h6'] as const)[depths.indexOf(depth)] ?? 'h6';
}

function placeOf({ position }: Nodes): [start: number, end: number] {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) throw new Error('the parser gave no position');
  return [start, end];
}

/** Adds the text of a mark that Markdown does not show, such as the address of a link, to the element around it. */
function showMark(branch: Branch, mark: { start: number; end: number }, text: string): void {
  if (mark.start >= mark.end || leavesOf(branch).some(({ start, end }) => start < mark.end && end > mark.start)) return;
  let around = branch;
  for (;;) {
    const inner = around.children.find(
      (child): child is Branch => 'tag' in child && child.start <= mark.start && child.end >= mark.end,
    );
    if (!inner) break;
    around = inner;
  }
  const next = around.children.findIndex(({ start }) => start >= mark.end);
  const leaf = { start: mark.start, end: Math.min(mark.end, text.length), text: text.slice(mark.start, mark.end) };
  around.children.splice(next === -1 ? around.children.length : next, 0, { ...leaf, isAdded: true });
}

export function leavesOf(branch: Branch): Leaf[] {
  return branch.children.flatMap((child) => ('tag' in child ? leavesOf(child) : [child]));
}

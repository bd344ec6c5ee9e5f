/** A part of a text that is code. */
interface CodeMask {
  start: number;
  end: number;
  kind: 'fence' | 'code';
}

const BACKTICK = 96;
const TILDE = 126;
const NEWLINE = 10;

/** All code in a Markdown text, in reading order. */
export function codeParts(text: string): CodeMask[] {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const parts: CodeMask[] = [];
  let from = 0;
  for (const fence of fencedBlocks(text)) {
    parts.push(...codeSpans(text, from, fence.start), fence);
    from = fence.end;
  }
  return [...parts, ...codeSpans(text, from, text.length)];
}

/** Fenced code blocks. An unclosed one reaches to the end, as in a reply that was cut off. */
export function fencedBlocks(text: string): CodeMask[] {
  const blocks: CodeMask[] = [];
  if (!text.includes('```') && !text.includes('~~~')) return blocks;
  let open: { start: number; fence: Fence } | undefined;
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf('\n', line);
    const end = newline === -1 ? text.length : newline + 1;
    const fence = fenceAt(text, line, end);
    if (fence && !open && fence.mayOpen) {
      open = { start: line, fence };
    } else if (fence?.mayClose && open && fence.unit === open.fence.unit && fence.length >= open.fence.length) {
      blocks.push({ start: open.start, end, kind: 'fence' });
      open = undefined;
    }
    line = end;
  }
  if (open) blocks.push({ start: open.start, end: text.length, kind: 'fence' });
  return blocks;
}

/** Inline code: a run of backticks up to the next run of the same length in the same paragraph. */
export function codeSpans(text: string, from: number, to: number): CodeMask[] {
  const runs = backtickRuns(text, from, to);
  if (runs.length < 2) return [];
  const partner = new Array<number>(runs.length).fill(-1);
  const nextOfLength = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { start, end, paragraph } = runs[i] as Run;
    const next = nextOfLength.get(end - start);
    if (next !== undefined && runs[next]?.paragraph === paragraph) partner[i] = next;
    nextOfLength.set(end - start, i);
  }
  const spans: CodeMask[] = [];
  for (let i = 0; i < runs.length; i++) {
    const close = partner[i] as number;
    if (close === -1) continue;
    spans.push({ start: (runs[i] as Run).start, end: (runs[close] as Run).end, kind: 'code' });
    i = close;
  }
  return spans;
}

interface Fence {
  unit: number;
  length: number;
  mayOpen: boolean;
  mayClose: boolean;
}

interface Run {
  start: number;
  end: number;
  paragraph: number;
}

/** Indentation and quote marks before a fence are allowed, because answers put code into lists and quotes. */
function fenceAt(text: string, line: number, end: number): Fence | undefined {
  let start = line;
  while (start < end && ' \t>'.includes(text.charAt(start))) start++;
  const unit = text.charCodeAt(start);
  if (unit !== BACKTICK && unit !== TILDE) return undefined;
  let after = start;
  while (after < end && text.charCodeAt(after) === unit) after++;
  if (after - start < 3) return undefined;
  const rest = text.slice(after, end).trim();
  return { unit, length: after - start, mayOpen: unit === TILDE || !rest.includes('`'), mayClose: rest === '' };
}

function backtickRuns(text: string, from: number, to: number): Run[] {
  const runs: Run[] = [];
  // Searched alone: a search that runs on to the end of the text, after each of many fences, takes quadratic time.
  const part = text.slice(from, to);
  let paragraph = 0;
  let counted = 0;
  for (let start = part.indexOf('`'); start !== -1; start = part.indexOf('`', start)) {
    paragraph += paragraphBreaks(part, counted, start);
    counted = start;
    const opening = start;
    while (part.charCodeAt(start) === BACKTICK) start++;
    if (part.charAt(opening - 1) !== '\\') runs.push({ start: from + opening, end: from + start, paragraph });
  }
  return runs;
}

/** Blank lines that start in [from, to). */
function paragraphBreaks(text: string, from: number, to: number): number {
  let breaks = 0;
  let isBlank = false;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit === NEWLINE) {
      if (isBlank) breaks++;
      isBlank = true;
    } else if (unit !== 32 && unit !== 9 && unit !== 13) isBlank = false;
  }
  return breaks;
}

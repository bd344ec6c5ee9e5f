import type { AnswerMark } from '../api/answers.ts';

/** A part of the text with the same marks. */
export interface Segment {
  start: number;
  text: string;
  /** The brand mentioned here. If two overlap, the one that starts first. */
  brandId: string | undefined;
  /** Indexes of the cited pages in the list of sources. */
  sources: number[];
}

/** Splits a text at the start and end of every mark. Marks may overlap. */
export function cutIntoSegments(text: string, marks: AnswerMark[]): Segment[] {
  const within = marks
    .map((mark) => ({ ...mark, start: Math.max(0, mark.start), end: Math.min(text.length, mark.end) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const cuts = [...new Set([0, text.length, ...within.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  const segments: Segment[] = [];
  let open: typeof within = [];
  let next = 0;
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined) break;
    open = open.filter((mark) => mark.end > start);
    for (let mark = within[next]; mark && mark.start <= start; mark = within[++next]) open.push(mark);
    const sources = open.flatMap(({ source }) => (source === undefined ? [] : [source]));
    segments.push({
      start,
      text: text.slice(start, end),
      brandId: open.find(({ brand_id }) => brand_id !== undefined)?.brand_id,
      sources: [...new Set(sources)].sort((a, b) => a - b),
    });
  }
  return segments;
}

interface Piece {
  start: number;
  end: number;
  text: string;
}

/** Splits a shown piece of the text at the segments. A character written as `&amp;` is not split. */
export function cutLeaf({ start, end, text }: Piece, segments: Segment[]): Segment[] {
  const touched = segments.filter((segment) => segment.start < end && segment.start + segment.text.length > start);
  if (text.length !== end - start) {
    const marked = touched.find(({ brandId, sources }) => brandId !== undefined || sources.length > 0) ?? touched[0];
    return marked ? [{ ...marked, start, text }] : [];
  }
  return touched.map((segment) => {
    const from = Math.max(start, segment.start);
    const to = Math.min(end, segment.start + segment.text.length);
    return { ...segment, start: from, text: text.slice(from - start, to - start) };
  });
}

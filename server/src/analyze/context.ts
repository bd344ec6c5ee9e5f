import { withoutFurniture } from './furniture.ts';
import { withoutHtml } from './html.ts';
import { type Mask, maskMarkdown } from './mask.ts';
import { plainText } from './plain-text.ts';
import { sentenceAt, splitSentences } from './sentences.ts';
import { unitsOf } from './units.ts';

const LONGEST_CONTEXT = 300;
/** Markup is removed after cutting, so the cut is longer than the final length. */
const WINDOW = 4 * LONGEST_CONTEXT;
/** How much of a long sentence is shown before a name that comes late in it. */
const LEAD = 100;
const ELLIPSIS = '…';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A parsed answer. */
export interface Parts {
  /** Without HTML and the interface of a surface. */
  text: string;
  units: Uint16Array;
  masks: Mask[];
  sentences: number[];
}

let latest: { answer: string; parts: Parts } | undefined;

/** Offsets into `text` are also offsets into the answer. The latest is kept: its markers are read before its names. */
export function readParts(answer: string): Parts {
  if (latest?.answer !== answer) latest = { answer, parts: partsOf(answer) };
  return latest.parts;
}

function partsOf(answer: string): Parts {
  const text = withoutHtml(withoutFurniture(answer));
  const units = unitsOf(text);
  const masks = maskMarkdown(text, units);
  return { text, units, masks, sentences: splitSentences(text, units, masks) };
}

/** The sentence around text[start, end) as plain text: no markup, no markers, at most 300 characters. */
export function contextAt({ text, masks, sentences }: Parts, [start, end]: [number, number]): string {
  const [from, to] = sentenceAt(sentences, start);
  const first = Math.max(from, start - WINDOW);
  const last = Math.min(to, text.length, end + WINDOW);
  const whole = plainText(text, [first, last], masks);
  const isWhole = first === from && last === Math.min(to, text.length);
  if (isWhole && whole.length <= LONGEST_CONTEXT) return whole;
  const anchor = plainText(text, [first, start], masks).length;
  return excerpt(whole, anchor, anchor + Math.min(end - start, LEAD));
}

function excerpt(whole: string, nameStart: number, nameEnd: number): string {
  const start = nameEnd < LONGEST_CONTEXT ? 0 : graphemeStart(whole, nameStart - LEAD);
  const lead = start > 0 ? ELLIPSIS : '';
  const limit = start + LONGEST_CONTEXT - lead.length;
  if (whole.length <= limit) return lead + whole.slice(start);
  return `${lead}${whole.slice(start, graphemeStart(whole, limit - ELLIPSIS.length, start)).trimEnd()}${ELLIPSIS}`;
}

/** The start of the grapheme at `index`. If the grapheme reaches back to `floor`, the start of the character. */
function graphemeStart(text: string, index: number, floor = 0): number {
  const start = graphemes.segment(text).containing(index)?.index ?? index;
  if (start > floor) return start;
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

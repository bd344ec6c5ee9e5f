import { FILLER } from './fold.ts';
import type { Mask } from './mask.ts';

const LINE_PREFIX = /^[\s>|]*(?:#{1,6}\s+|[-*+•‣▪●◦–]\s+)?(?:\*\*)?(?:\d{1,3}[.)]\s+)?/;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const EMPHASIS = /(?<!\\)(?:\*+(?=\S)|(?<=\S)\*+|~~|(?<![\p{L}\p{N}_])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}_]))/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses U+0000, and no control belongs in a sentence.
const BLANKS = /[\0-\x1f\x7f-\x9f\s]+/g;
/** Most sentences contain none of these and are not changed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const SUSPICIOUS = /[\ufdd2*_~\\\0-\x1f\x7f-\x9f\ud800-\udfff]|\s\s/;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** A short passage of Markdown without HTML as readers see it, on one line and safe to store. */
export function plainText(text: string, [from, to]: [number, number], masks: Mask[]): string {
  const visible = visibleText(text, [from, to], masks).replace(LINE_PREFIX, '').replaceAll('**', '');
  const plain = (SUSPICIOUS.test(visible) ? withoutMarkup(visible) : visible).trim();
  return plain.endsWith('|') ? plain.slice(0, -1).trimEnd() : plain;
}

function withoutMarkup(visible: string): string {
  return visible
    .replaceAll(FILLER, '')
    .replace(EMPHASIS, '')
    .replace(ESCAPED, '$1')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(BLANKS, ' ');
}

/** The passage without link targets, images and markers, and without the brackets and backticks around the rest. */
function visibleText(text: string, [from, to]: [number, number], masks: Mask[]): string {
  let visible = '';
  let at = from;
  for (let i = firstEndingAfter(masks, from); i < masks.length && (masks[i] as Mask).start < to; i++) {
    const { start, end, kind } = masks[i] as Mask;
    visible += text.slice(at, Math.max(start, at));
    if (kind === 'target') visible = withoutLast('[', visible);
    else if (kind === 'marker') visible = visible.trimEnd();
    else if (kind === 'code') visible += text.slice(start, Math.min(end, to)).replace(/^`+|`+$/g, '');
    else if (kind === 'url') visible += text.slice(Math.max(start, from), Math.min(end, to));
    at = end;
  }
  return visible + text.slice(Math.min(at, to), to);
}

function withoutLast(character: string, text: string): string {
  const at = text.lastIndexOf(character);
  return at === -1 ? text : text.slice(0, at) + text.slice(at + 1);
}

function firstEndingAfter(masks: Mask[], offset: number): number {
  let low = 0;
  let high = masks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((masks[middle] as Mask).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

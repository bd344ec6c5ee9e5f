import { codeSpans, fencedBlocks } from '../base/markdown-code.ts';
import { tagAt } from './html.ts';
import { definitionEnd, linkTargetEnd, markerEnd, sourceLinkEnd } from './mask-links.ts';
import { domainPathStart, urlEnd, urlStart } from './mask-urls.ts';
import { unitsOf } from './units.ts';

export type MaskKind = 'fence' | 'code' | 'target' | 'url' | 'marker' | 'image' | 'html';

/** A part of the answer that is not prose. */
export interface Mask {
  start: number;
  end: number;
  kind: MaskKind;
}

const BACKSLASH = 92;
const BACKTICK = 96;
const OPEN = 91;
const CLOSE = 93;
const COLON = 58;
const SLASH = 47;
const BANG = 33;
const LESS = 60;
const LENTICULAR = 0x3010;

/** One entry per ASCII unit at which a mask may start. */
const INTERESTING = new Uint8Array(128);
for (const character of '\\`[]:/wW<') INTERESTING[character.charCodeAt(0)] = 1;

/**
 * The parts of a Markdown answer in which a name does not count: code, link targets, URLs, citation markers. In reading
 * order, without overlap. One pass, because a full Markdown parser is 50 times slower and loses the offsets.
 */
export function maskMarkdown(text: string, units = unitsOf(text)): Mask[] {
  const masks: Mask[] = [];
  let from = 0;
  for (const fence of fencedBlocks(text)) {
    maskInline({ text, units }, [from, fence.start], masks);
    masks.push(fence);
    from = fence.end;
  }
  maskInline({ text, units }, [from, text.length], masks);
  return masks;
}

/** The parts between the masks. */
export function visibleStretches(length: number, masks: Mask[]): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  let from = 0;
  for (const { start, end } of masks) {
    if (start > from) stretches.push([from, start]);
    from = end;
  }
  if (length > from) stretches.push([from, length]);
  return stretches;
}

function maskInline(
  { text, units }: { text: string; units: Uint16Array },
  [from, to]: [number, number],
  masks: Mask[],
): void {
  const code = codeSpans(text, from, to);
  let nextCode = 0;
  let outer = -1;
  let bracket = -1;
  for (let i = from; i < to; ) {
    const unit = units[i] as number;
    if (unit < 128 ? INTERESTING[unit] === 0 : unit !== LENTICULAR) {
      i++;
      continue;
    }
    if (unit === BACKTICK) {
      while (nextCode < code.length && (code[nextCode] as Mask).start < i) nextCode++;
      const span = code[nextCode];
      i = span?.start === i ? push(masks, span) : runEnd(text, i, to);
    } else if (unit === CLOSE) {
      const end = maskLink(text, { at: i, to, bracket }, masks);
      if (end > i + 1) [bracket, outer] = [outer, -1];
      i = end;
    } else {
      if (unit === OPEN) [outer, bracket] = [bracket, i];
      i = maskToken(text, i, to, masks);
    }
  }
}

/** Masks what starts at `at`, if anything, and returns where to continue. */
function maskToken(text: string, at: number, to: number, masks: Mask[]): number {
  const unit = text.charCodeAt(at);
  if (unit === BACKSLASH) return at + 2;
  if (unit === OPEN || unit === LENTICULAR) {
    const definition = definitionEnd(text, at, to);
    if (definition !== -1) return push(masks, { start: at, end: definition, kind: 'target' });
    const marker = markerEnd(text, at, to);
    return marker === -1 ? at + 1 : push(masks, { start: at, end: marker, kind: 'marker' });
  }
  if (unit === LESS) {
    const tag = tagAt(text, at);
    return tag ? push(masks, { start: at, end: Math.min(tag.end, to), kind: 'html' }) : at + 1;
  }
  const from = masks[masks.length - 1]?.end ?? 0;
  const start = unit === SLASH ? domainPathStart(text, at, from) : urlStart(text, at, from);
  if (start === -1) return at + 1;
  return push(masks, { start, end: urlEnd(text, start, unit === COLON ? at + 3 : at, to), kind: 'url' });
}

/**
 * Masks the target after the link text that closes at `at`. For an image it masks everything, for a bare source link
 * also its text.
 */
function maskLink(text: string, { at, to, bracket }: { at: number; to: number; bracket: number }, masks: Mask[]) {
  const end = bracket === -1 ? -1 : linkTargetEnd(text, at + 1, to);
  if (end === -1) return at + 1;
  const source = sourceLinkEnd(text, bracket, at, end);
  if (source !== -1) return cover(masks, { start: bracket - 1, end: source, kind: 'marker' });
  if (text.charCodeAt(bracket - 1) === BANG) return cover(masks, { start: bracket - 1, end, kind: 'image' });
  return push(masks, { start: at, end, kind: 'target' });
}

function push(masks: Mask[], mask: Mask): number {
  masks.push(mask);
  return mask.end;
}

/** Adds a mask that may include the previous ones. */
function cover(masks: Mask[], mask: Mask): number {
  while ((masks[masks.length - 1]?.start ?? -1) >= mask.start) masks.pop();
  return push(masks, mask);
}

function runEnd(text: string, start: number, to: number): number {
  let end = start;
  while (end < to && text.charCodeAt(end) === BACKTICK) end++;
  return end;
}

import { codeParts } from '../base/markdown-code.ts';
import { own } from '../base/own.ts';
import { FILLER } from './fold.ts';

/** HTML in a text, with what readers see in its place. */
interface Piece {
  end: number;
  shown: string;
}

interface Tag {
  name: string;
  end: number;
  isClosing: boolean;
}

const START = /<(?:!--|\/?[a-z])|&#?[a-z0-9]{2,8};/gi;
const TAG = /<(\/?)([a-z][a-z0-9-]{0,36}|[A-Z][A-Z0-9]{0,36})(?=[\s/>])/y;
const LONGEST_TAG = 2_000;
/** Elements whose content is not prose. */
const HIDDEN = new Set('script style template svg head textarea pre code kbd samp'.split(' '));
/** Of these, a missing end tag means that the reply was cut off. A lone `<code>` may be meant as text. */
const HIDDEN_TO_THE_END = new Set(['script', 'style', 'template']);
const BLOCKS = new Set(
  'p div section article header footer main aside nav blockquote figure figcaption details summary table dl form fieldset'.split(
    ' ',
  ),
);
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6'.split(' '));
const LINES = new Set('ul ol tr dt dd option button thead tbody caption hr'.split(' '));
const GAPS = new Set('br td th label'.split(' '));
const CHARACTERS: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '' },
  ...{ ndash: '–', mdash: '—', minus: '−', hellip: '…', bull: '•', middot: '·', times: '×', deg: '°' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', reg: '®', trade: '™', copy: '©' },
  ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ' },
};
/** `&eacute;` is e with an acute accent. */
const ACCENTS: Record<string, string> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a' },
  ...{ cedil: '\u0327', caron: '\u030c' },
};

/**
 * The text as a browser shows it, with the same length, so that offsets hold: no comments, scripts or tags, and `&nbsp;`
 * is a space. Code in Markdown stays. So do links, because their addresses are citations: they become masks.
 */
export function withoutHtml(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text;
  START.lastIndex = 0;
  if (!START.test(text)) return text;
  const code = codeParts(text);
  const endless = new Set<string>();
  const shown: string[] = [];
  let at = 0;
  let nextCode = 0;
  const isInRow = rowFinder(text);
  START.lastIndex = 0;
  for (let found = START.exec(text); found; found = START.exec(text)) {
    while (nextCode < code.length && (code[nextCode]?.end ?? 0) <= found.index) nextCode++;
    const around = code[nextCode];
    if (around && around.start <= found.index) {
      START.lastIndex = around.end;
      continue;
    }
    const piece = pieceAt(text, found.index, { endless, isRow: isInRow(found.index) });
    if (!piece) continue;
    const length = piece.end - found.index;
    shown.push(text.slice(at, found.index), piece.shown.slice(0, length).padStart(length, FILLER));
    at = piece.end;
    START.lastIndex = at;
  }
  return shown.join('') + text.slice(at);
}

/** The tag that starts at `at`. A placeholder such as `<Your Name>` looks like one, but `<Acme>` does not. */
export function tagAt(text: string, at: number): Tag | undefined {
  TAG.lastIndex = at;
  const opening = TAG.exec(text);
  if (!opening?.[2]) return undefined;
  const last = Math.min(text.length, at + LONGEST_TAG);
  let quote = '';
  for (let i = at + opening[0].length; i < last; i++) {
    const character = text.charAt(i);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return { name: opening[2].toLowerCase(), end: i + 1, isClosing: opening[1] === '/' };
    else if (character === '<') return undefined;
    else if ((character === '"' || character === "'") && text.charAt(i - 1) === '=') quote = character;
  }
  return undefined;
}

function pieceAt(text: string, at: number, { endless, isRow }: { endless: Set<string>; isRow: boolean }) {
  if (text.charAt(at) === '&') return referenceAt(text, at);
  if (text.startsWith('<!--', at)) return { end: after(text, '-->', at + 4) ?? text.length, shown: '' };
  const tag = tagAt(text, at);
  if (!tag || (tag.name === 'a' && !tag.isClosing)) return undefined;
  const isOpen = !tag.isClosing && text.charAt(tag.end - 2) !== '/';
  if (isOpen && HIDDEN.has(tag.name)) return hiddenElement(text, tag, endless);
  return { end: tag.end, shown: shownFor(tag, { isRow }) };
}

/** Searches for the end of each kind of element only once if there is none, so that the time stays linear. */
function hiddenElement(text: string, { name, end }: Tag, endless: Set<string>): Piece {
  const closing = endless.has(name) ? undefined : closingEnd(text, name, end);
  if (closing !== undefined) return { end: closing, shown: '' };
  endless.add(name);
  return { end: HIDDEN_TO_THE_END.has(name) ? text.length : end, shown: '' };
}

function closingEnd(text: string, name: string, from: number): number | undefined {
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : undefined;
}

function after(text: string, closing: string, from: number): number | undefined {
  const found = text.indexOf(closing, from);
  return found === -1 ? undefined : found + closing.length;
}

/** Items and headings get the marks of Markdown, so that they rank like those. A table row has to stay one line. */
function shownFor({ name, isClosing }: Tag, { isRow }: { isRow: boolean }): string {
  const isHeading = HEADINGS.has(name);
  const isBlock = isHeading || BLOCKS.has(name);
  if (isRow) return isBlock || name === 'li' || LINES.has(name) || GAPS.has(name) ? ' ' : '';
  if (name === 'li') return isClosing ? '\n' : '\n- ';
  if (isHeading && !isClosing) return '\n# ';
  if (isBlock) return '\n\n';
  if (LINES.has(name)) return '\n';
  return GAPS.has(name) ? ' ' : '';
}

function referenceAt(text: string, at: number): Piece | undefined {
  const end = text.indexOf(';', at) + 1;
  const name = text.slice(at + 1, end - 1);
  const shown = name.startsWith('#') ? numbered(name) : named(name);
  return shown === undefined ? undefined : { end, shown };
}

function numbered(name: string): string | undefined {
  const isHex = /^#x[0-9a-f]{1,6}$/i.test(name);
  if (!isHex && !/^#\d{1,7}$/.test(name)) return undefined;
  const point = isHex ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (point === 0xa0) return ' ';
  const isShown = point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isShown ? String.fromCodePoint(point) : ' ';
}

function named(name: string): string | undefined {
  const character = own(CHARACTERS, name);
  if (character !== undefined) return character;
  const accent = own(ACCENTS, name.slice(1));
  return accent && /[a-z]/i.test(name.charAt(0)) ? (name.charAt(0) + accent).normalize('NFC') : undefined;
}

/** Returns whether the line at an index is a row of a Markdown table. Must be called with increasing indexes. */
function rowFinder(text: string): (index: number) => boolean {
  let line = 0;
  let newline = text.indexOf('\n');
  return (index) => {
    for (; newline !== -1 && newline < index; newline = text.indexOf('\n', line)) line = newline + 1;
    return text
      .slice(line, line + 8)
      .trimStart()
      .startsWith('|');
  };
}

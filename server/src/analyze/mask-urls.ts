import { parse } from 'tldts';
import { CLASS, HANGUL, KATAKANA, UNSPACED, WORD } from './fold.ts';

const LONGEST_SCHEME = 16;
const LONGEST_HOST = 253;
const COLON = 58;
const DOT = 46;
const SLASH = 47;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;

/** Characters that cannot be part of a URL in prose. */
const URL_STOPS = new Set([...'<>"`|[]{}\\^“”«»。，、！？；：（）【】「」『』《》…'].map((stop) => stop.charCodeAt(0)));
const TRAILING = new Set([...".,;:!?'*_~’"].map((trailing) => trailing.charCodeAt(0)));

/** The start of the URL whose `://` or `www.` is at `at`, not before `from`, or -1. */
export function urlStart(text: string, at: number, from: number): number {
  if (text.charCodeAt(at) !== COLON) {
    const startsWord = at === from || CLASS[text.charCodeAt(at - 1)] !== WORD;
    return startsWord && /^www\.[\p{L}\p{N}]/iu.test(text.slice(at, at + 6)) ? at : -1;
  }
  if (text.charCodeAt(at + 1) !== SLASH || text.charCodeAt(at + 2) !== SLASH) return -1;
  let start = at;
  while (start > from && start > at - LONGEST_SCHEME && isSchemeUnit(text.charCodeAt(start - 1))) start--;
  return start === at ? -1 : start;
}

/**
 * The start of `acme.io/pricing`, given its slash, or -1. A capital after the slash starts another name, as in
 * "monday.com/Asana". A host must end in a real top-level domain, unlike "Node.js/deno".
 */
export function domainPathStart(text: string, slash: number, from: number): number {
  const next = text.charAt(slash + 1);
  if (!/[a-z0-9?#_~%@-]/.test(next)) return -1;
  let start = slash;
  let hasDot = false;
  while (start > from && slash - start <= LONGEST_HOST && isHostUnit(text.charCodeAt(start - 1))) {
    start--;
    hasDot ||= text.charCodeAt(start) === DOT;
  }
  if (!hasDot) return -1;
  const { domain, isIcann } = parse(text.slice(start, slash));
  return domain !== null && isIcann === true ? start : -1;
}

/** The end of the URL that was found at `at`. Punctuation after it is not part of it. */
export function urlEnd(text: string, start: number, at: number, to: number): number {
  let end = at;
  let parens = 0;
  let isHost = true;
  for (; end < to; end++) {
    const unit = text.charCodeAt(end);
    if (unit <= 32 || unit === 0xa0 || unit === 0x3000 || URL_STOPS.has(unit)) break;
    if (unit === SLASH) isHost = false;
    if (isHost && endsAsciiHost(text, end, unit)) break;
    if (unit === OPEN_PAREN) parens++;
    if (unit === CLOSE_PAREN) parens--;
  }
  for (; end > start; end--) {
    const last = text.charCodeAt(end - 1);
    if (last === CLOSE_PAREN && parens < 0) parens++;
    else if (!TRAILING.has(last)) break;
  }
  return Math.max(end, at);
}

/** Chinese, Japanese, Korean and Thai text continues directly after a URL, without a space. */
function endsAsciiHost(text: string, index: number, unit: number): boolean {
  const script = CLASS[unit];
  if (script !== UNSPACED && script !== KATAKANA && script !== HANGUL) return false;
  return /[a-z]/i.test(text.charAt(index - 1));
}

function isSchemeUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

function isHostUnit(unit: number): boolean {
  return isSchemeUnit(unit) || (unit >= 48 && unit <= 57) || unit === DOT || unit === 45;
}

const NEWLINE = 10;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const DEEPEST_PARENS = 32;
const LONGEST_MARKER = 120;
const LONGEST_LABEL = 100;

const NUMBERS = /^\[(?:\^?\d{1,3}\^?(?:\s?[,，;–-]\s?\^?\d{1,3}\^?)*)\]/;
const LENTICULAR = /^【\d{1,3}(?::\d{1,3})?(?:†[^】]*)?】/;
const DEFINITION = /^\[[^\]\n]{1,100}\]:[ \t]*<?(?:https?:\/\/|www\.|\/)\S/i;

/** The end of a citation marker at `at` such as `[1]`, `[1, 2]`, `[^1^]` or `【1†source】`, or -1. */
export function markerEnd(text: string, at: number, to: number): number {
  const piece = text.slice(at, Math.min(at + LONGEST_MARKER, to));
  const marker = (piece.startsWith('[') ? NUMBERS : LENTICULAR).exec(piece)?.[0];
  if (!marker) return -1;
  const end = at + marker.length;
  // `[1](https://…)` is a link whose text is a number. Its URL is the citation.
  return text.charCodeAt(end) === OPEN_PAREN && linkTargetEnd(text, end, to) !== -1 ? -1 : end;
}

/** The end of the line of a link definition, `[label]: https://…`, that starts at `at`, or -1. */
export function definitionEnd(text: string, at: number, to: number): number {
  if (!startsLine(text, at)) return -1;
  if (!DEFINITION.test(text.slice(at, Math.min(at + LONGEST_LABEL + 20, to)))) return -1;
  const newline = text.indexOf('\n', at);
  return newline === -1 || newline > to ? to : newline;
}

/**
 * The end of a link target that opens at `at`, or -1 if there is none. It stops at the next `](`, so that a text of
 * only brackets is not read again from each of them.
 */
export function linkTargetEnd(text: string, at: number, to: number): number {
  if (text.charCodeAt(at) !== OPEN_PAREN) return -1;
  let depth = 0;
  let closer = '';
  for (let i = at; i < to; i++) {
    const character = text.charAt(i);
    if (character === '\n' || (character === ']' && text.charAt(i + 1) === '(')) return -1;
    if (character === '\\') i++;
    else if (closer !== '') closer = character === closer ? '' : closer;
    else if (character === '<' && i === at + 1) closer = '>';
    else if (isTitleStart(text, i)) closer = character;
    else if (character === '(' && ++depth > DEEPEST_PARENS) return -1;
    else if (character === ')' && --depth === 0) return i + 1;
    else if (character === ' ' && !mayFollowTarget(text, i)) return -1;
  }
  return -1;
}

function isTitleStart(text: string, at: number): boolean {
  return (text.charAt(at) === '"' || text.charAt(at) === "'") && text.charAt(at - 1) === ' ';
}

/** White space in a target is allowed only before its title and its closing parenthesis. */
function mayFollowTarget(text: string, at: number): boolean {
  return ' "\')'.includes(text.charAt(at + 1));
}

/**
 * The end of `([acme.io](https://acme.io/…))`, which some platforms use as a source marker. `bracket` and `close` are
 * the positions of the link text's brackets, `end` is the end of the target. Otherwise -1.
 */
export function sourceLinkEnd(text: string, bracket: number, close: number, end: number): number {
  const isAlone = text.charCodeAt(bracket - 1) === OPEN_PAREN && text.charCodeAt(end) === CLOSE_PAREN;
  if (!isAlone || close - bracket > LONGEST_LABEL) return -1;
  const label = text.slice(bracket + 1, close).toLowerCase();
  const host = /^\((?:https?:\/\/)?(?:www\.)?([^/?#)]+)/i.exec(text.slice(close + 1, end))?.[1]?.toLowerCase();
  return host !== undefined && label.includes('.') && host.endsWith(label.replace(/^www\./, '')) ? end + 1 : -1;
}

function startsLine(text: string, at: number): boolean {
  let i = at - 1;
  while (i >= at - 4 && (text.charAt(i) === ' ' || text.charAt(i) === '\t')) i--;
  return i < 0 || text.charCodeAt(i) === NEWLINE;
}

import { remember } from '../base/remember.ts';
import { PLATFORM_NAMES } from './platform-name.ts';

/** Assistants that answers come from, collected by us or imported. */
const ASSISTANTS = Object.keys(PLATFORM_NAMES);
/** Suffixes of platform names for answers from a website, an app or a third-party API. */
const VARIANTS = ['', '_web', '_app', '_api'];
const NAMES = ASSISTANTS.flatMap((id) => VARIANTS.map((variant) => id + variant));
const KNOWN = new Set(NAMES);
const KNOWN_CHARACTERS = NAMES.map((known) => ({ known, characters: charactersOf(known) }));

/** What people call an assistant. */
const NICKNAMES = new Map([
  ['gpt', 'chatgpt'],
  ['bing', 'copilot'],
  ['bard', 'gemini'],
]);

export function isKnownPlatform(name: string): boolean {
  return KNOWN.has(name);
}

/**
 * The known platform that a similar but unknown name probably means: a typo would create a new platform and change the
 * score. Undefined for known names, and for names that resemble none.
 */
export const meantPlatform = remember(findMeant, 1_000);

function findMeant(name: string): string | undefined {
  if (KNOWN.has(name)) return undefined;
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  const nickname = NICKNAMES.get(folded);
  if (nickname !== undefined) return nickname;
  const own = charactersOf(folded.slice(0, 40));
  let nearest: { known: string; edits: number } | undefined;
  for (const { known, characters } of KNOWN_CHARACTERS) {
    // In a short name, two different characters make another word.
    const most = known.length < 6 ? 1 : 2;
    if (Math.abs(known.length - folded.length) > most) continue;
    // Faster than the edit distance: an edit adds and removes at most one character. A body can have 20,000 names.
    if (countBits(characters & ~own) > most || countBits(own & ~characters) > most) continue;
    const edits = editsBetween(known, folded);
    if (edits <= most && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { known, edits };
  }
  return nearest?.known;
}

/** The characters of a name as bits: one for each from a to z, two for all others. */
function charactersOf(name: string): number {
  let characters = 0;
  for (let at = 0; at < name.length; at++) characters |= 1 << Math.min(Math.max(name.charCodeAt(at) - 96, 0), 27);
  return characters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The edit distance: how many characters must be inserted, deleted or changed. */
export function editsBetween(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  const [from, to] = [one.slice(same), other.slice(same)];
  const edits = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 0; row < from.length; row++) {
    let diagonal = row;
    edits[0] = row + 1;
    for (let column = 0; column < to.length; column++) {
      const above = edits[column + 1] as number;
      const changed = diagonal + (from.charCodeAt(row) === to.charCodeAt(column) ? 0 : 1);
      edits[column + 1] = Math.min(changed, above + 1, (edits[column] as number) + 1);
      diagonal = above;
    }
  }
  return edits.at(-1) as number;
}

import { remember } from '../base/remember.ts';
import { PLATFORM_NAMES } from './platform-name.ts';

/** Assistants that answers come from, collected by us or imported. */
const ASSISTANTS = Object.keys(PLATFORM_NAMES);
/** Suffixes of platform names for answers from a website, an app or a third-party API. */
const VARIANTS = ['', '_web', '_app', '_api'];
const KNOWN = new Map(
  ASSISTANTS.flatMap((id) => VARIANTS.map((variant) => [id + variant, [...new Set(id + variant)]] as const)),
);

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
  const characters = new Set(folded.slice(0, 40));
  let nearest: { known: string; edits: number } | undefined;
  for (const [known, ownCharacters] of KNOWN) {
    // In a short name, two different characters make another word.
    const most = known.length < 6 ? 1 : 2;
    if (Math.abs(known.length - folded.length) > most) continue;
    // Faster than the edit distance: an edit adds at most one character. A body can have 20,000 names.
    if (ownCharacters.filter((character) => !characters.has(character)).length > most) continue;
    const edits = editsBetween(known, folded);
    if (edits <= most && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { known, edits };
  }
  return nearest?.known;
}

/** The edit distance: how many characters must be inserted, deleted or changed. */
export function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 0; row < one.length; row++) {
    const line = [row + 1];
    for (let column = 0; column < other.length; column++) {
      const changed = (above[column] as number) + (one[row] === other[column] ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] as number) + 1, (line[column] as number) + 1));
    }
    above = line;
  }
  return above.at(-1) as number;
}

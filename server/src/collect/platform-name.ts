import { PLATFORM_IDS } from './platforms.ts';

/** Assistants that answers come from, asked by us or by others. */
const ASSISTANTS = [...PLATFORM_IDS, 'ai_overviews', 'copilot', 'grok'];
/** What a platform is called when its answers come from its site or its app, or from an interface of somebody else's. */
const VARIANTS = ['', '_web', '_app', '_api'];
const KNOWN = ASSISTANTS.flatMap((id) => VARIANTS.map((variant) => id + variant));

/**
 * The platform that a name was meant to be, when it is none but nearly one: a slip would be a platform of its own, and
 * move the score. Undefined for known names, and for those that are like none.
 */
export function meantPlatform(name: string): string | undefined {
  if (KNOWN.includes(name)) return undefined;
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  let nearest: { known: string; edits: number } | undefined;
  for (const known of KNOWN) {
    // In a short name two other letters make another word.
    const most = known.length < 6 ? 1 : 2;
    if (Math.abs(known.length - folded.length) > most) continue;
    const edits = editsBetween(known, folded);
    if (edits <= most && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { known, edits };
  }
  return nearest?.known;
}

/** How many letters have to be put in, left out or changed to make one word the other. */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, another] of [...other].entries()) {
      const changed = (above[column] as number) + (letter === another ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] as number) + 1, (line[column] as number) + 1));
    }
    above = line;
  }
  return above.at(-1) as number;
}

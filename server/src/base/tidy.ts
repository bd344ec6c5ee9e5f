import { z } from 'zod';

/** NFC, without leading, trailing or double spaces, so that texts that look the same are equal. */
export const tidied = z.string().transform((text) => normalized(text, 'NFC').trim().replace(/\s+/g, ' '));

/** A text of limited length. The schema describes the length and requires a non-blank text. */
export function tidiedText({ least = 1, most }: { least?: number; most: number }) {
  return tidied.pipe(z.string().min(least).max(most)).meta({ minLength: least, maxLength: most, pattern: NOT_BLANK });
}

export const NOT_BLANK = '\\S';

/** More combining marks in a row than any language has (UAX 15, stream-safe text). */
const STACKED_MARKS = /\p{M}{31}/u;

/** Leaves long runs of marks unchanged: normalizing them takes quadratic time, 4 minutes for 1 MB. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return STACKED_MARKS.test(text) ? text : text.normalize(form);
}

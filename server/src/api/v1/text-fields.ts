import { z } from 'zod';
import { NOT_BLANK, tidied } from '../../base/tidy.ts';
import { meantPlatform } from '../../collect/meant-platform.ts';

/**
 * Text for display. Invisible characters could make different texts look the same or change the text direction of a
 * page.
 */
export const visibleText = (most: number) =>
  tidied
    .pipe(
      z
        .string()
        .min(1)
        .max(most)
        .refine(
          (text) => !HIDDEN.test(text),
          'must not contain control characters or characters that change the text direction',
        )
        .refine((text) => text === '' || VISIBLE.test(text.replace(BLANK, '')), 'must contain visible characters'),
    )
    .meta({ minLength: 1, maxLength: most, pattern: NOT_BLANK });

const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Characters that show nothing, such as the Hangul filler and the empty Braille pattern. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A keyword filter. An unknown id returns an empty list. A malformed id is an error. */
export const keywordId = z
  .string()
  .regex(/^kw_/, 'must be the id of a keyword, such as kw_01kq3v8r5j6n2e7m4c9b0xw1td')
  .meta({ example: 'kw_01kq3v8r5j6n2e7m4c9b0xw1td' });

/** A platform filter. Ingested answers may have other platforms, but likely typos such as `chatgtp` are rejected. */
export const platform = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, { error: 'must be a lowercase name such as chatgpt', abort: true })
  .refine((name) => meantBy(name) === undefined, {
    error: ({ input }) => `is unknown, did you mean ${meantBy(String(input))}?`,
  });

/** Names with a digit or an underscore are more likely those of your own platforms. */
function meantBy(name: string): string | undefined {
  return /^[a-z]+$/.test(name) ? meantPlatform(name) : undefined;
}

/** A tag filter. Tags are never empty. */
export const tag = tidied.pipe(z.string().min(1));

export const country = z
  .string()
  .refine(isCountry, 'must be an ISO 3166-1 country code such as DE')
  .transform((code) => code.toUpperCase())
  .describe('ISO 3166-1 alpha-2 country code.')
  .meta({ pattern: '^[A-Za-z]{2}$' });

export const language = z
  .string()
  .max(35)
  .refine((tag) => canonicalTag(tag) !== undefined, 'must be a language tag such as en or pt-BR')
  .transform((tag) => canonicalTag(tag) ?? tag)
  .describe('BCP 47 language tag, stored in its canonical form.')
  .meta({ pattern: '^[A-Za-z]{2,3}(?:-|$)' });

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Regions with a name but without an ISO 3166-1 code: groups, parts of countries, Kosovo, and test codes. */
const NO_COUNTRIES = /^(?:AC|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|XA|XB|XK|ZZ)$/;

function isCountry(text: string): boolean {
  const code = text.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.test(code) || regions.of(code) === undefined) return false;
  // Former country codes (DD, SU, UK) are mapped to current ones.
  return canonicalTag(`en-${code}`) === `en-${code}`;
}

function canonicalTag(tag: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(-|$)/.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

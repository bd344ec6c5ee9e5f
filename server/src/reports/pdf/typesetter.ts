import type { FontCoverage } from './font-coverage.ts';

/** A part of a text in one font. */
export interface Run {
  text: string;
  font: string;
}

export interface Font {
  name: string;
  covers: FontCoverage;
}

export interface TypesetOptions {
  /** The replacement for a text with characters that no font has. */
  instead?: string;
  /** The maximum number of characters. */
  most?: number;
}

/** Converts text from outside into runs that the fonts can draw. */
export interface Typesetter {
  /** The text in runs by font. If no font has one of its characters, the replacement. */
  (text: string, options?: TypesetOptions): Run[];
  /** How many texts could not be drawn. */
  undrawn(): number;
}

const MOST_CHARACTERS = 120;
const UNDRAWABLE = '(in characters this file cannot show)';

/**
 * Control characters, direction marks and pictures are left out: the first two could reverse a page, the last are in no
 * text font. A character that no font has would be an empty box, so the whole text is replaced.
 */
export function createTypesetter(fonts: [Font, ...Font[]]): Typesetter {
  const undrawn = new Set<string>();
  const fontFor = (character: string) => fonts.find(({ covers }) => covers(character.codePointAt(0) ?? 0));

  function runsOf(text: string, most: number): Run[] | undefined {
    const runs: Run[] = [];
    for (const character of inDrawingOrder(shorten(text.normalize('NFC').replace(/\s+/g, ' ').trim(), most))) {
      const isLetter = /[\p{L}\p{N}]/u.test(character);
      const font = /[\p{C}]/u.test(character) ? undefined : fontFor(character);
      if (!font && isLetter) return undefined;
      const last = runs.at(-1);
      // Avoids double spaces around a character that was left out.
      if (!font || (character === ' ' && (last === undefined || last.text.endsWith(' ')))) continue;
      // Punctuation continues the run of the word before it. A space does so only in the first font: in a right-to-left
      // run, it would be drawn on the other side.
      if (last && canGoOn(last, { character, font, isLetter })) {
        last.text += character;
      } else {
        runs.push({ text: character, font: font.name });
      }
    }
    return runs.length > 0 ? runs : undefined;
  }

  function canGoOn(last: Run, { character, font, isLetter }: { character: string; font: Font; isLetter: boolean }) {
    if (character === ' ') return last.font === fonts[0].name;
    return last.font === font.name || (!isLetter && covers(fonts, last.font, character));
  }

  function typeset(text: string, { instead = UNDRAWABLE, most = MOST_CHARACTERS }: TypesetOptions = {}): Run[] {
    const runs = runsOf(text, most);
    if (runs) return runs;
    undrawn.add(text);
    return [{ text: instead, font: fonts[0].name }];
  }
  return Object.assign(typeset, { undrawn: () => undrawn.size });
}

function covers(fonts: Font[], name: string, character: string): boolean {
  return fonts.find((font) => font.name === name)?.covers(character.codePointAt(0) ?? 0) ?? false;
}

/** Words are drawn from left to right, so the words of a right-to-left text are reversed. */
function inDrawingOrder(text: string): string {
  const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
  return isRightToLeft ? text.split(' ').reverse().join(' ') : text;
}

function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Replaces only the words of a text that cannot be drawn. */
export function wordByWord(text: string, typeset: Typesetter): Run[] {
  return text.split(' ').flatMap((word, i) => {
    const runs = typeset(word, { instead: '(…)' });
    const [first] = runs;
    return i > 0 && first ? [{ ...first, text: ` ${first.text}` }, ...runs.slice(1)] : runs;
  });
}

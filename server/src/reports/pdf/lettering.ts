import type { FontCoverage } from './font-coverage.ts';

/** A stretch of text in one font. */
export interface Run {
  text: string;
  font: string;
}

export interface Font {
  name: string;
  covers: FontCoverage;
}

export interface LetterOptions {
  /** What to say when there are letters in it that no font has. */
  instead?: string;
  /** Characters after which it is cut. */
  most?: number;
}

/** Turns texts that others wrote into something the fonts can draw. */
export interface Lettering {
  /** The text in runs of the fonts that have its letters; where a letter is in none of them, what is said instead. */
  (text: string, options?: LetterOptions): Run[];
  /** How many texts could not be drawn. */
  undrawn(): number;
}

const MOST_CHARACTERS = 120;
const UNDRAWABLE = '(in letters this file cannot show)';

/**
 * Controls, marks of direction and pictures are left out: the first two could turn a page around, the last are in no
 * text font. A letter that no font has would be an empty box, so the whole text is told in another way.
 */
export function createLettering(fonts: [Font, ...Font[]]): Lettering {
  const undrawn = new Set<string>();
  const fontFor = (character: string) => fonts.find(({ covers }) => covers(character.codePointAt(0) ?? 0));

  function runsOf(text: string, most: number): Run[] | undefined {
    const runs: Run[] = [];
    for (const character of inDrawingOrder(shorten(text.normalize('NFC').replace(/\s+/g, ' ').trim(), most))) {
      const isLetter = /[\p{L}\p{N}]/u.test(character);
      const font = /[\p{C}]/u.test(character) ? undefined : fontFor(character);
      if (!font && isLetter) return undefined;
      const last = runs.at(-1);
      // What was left out may have stood between two spaces.
      if (!font || (character === ' ' && (last === undefined || last.text.endsWith(' ')))) continue;
      // A full stop belongs to the word before it; a space does only in the first font: a right-to-left word would draw it on its other side.
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

  function letter(text: string, { instead = UNDRAWABLE, most = MOST_CHARACTERS }: LetterOptions = {}): Run[] {
    const runs = runsOf(text, most);
    if (runs) return runs;
    undrawn.add(text);
    return [{ text: instead, font: fonts[0].name }];
  }
  return Object.assign(letter, { undrawn: () => undrawn.size });
}

function covers(fonts: Font[], name: string, character: string): boolean {
  return fonts.find((font) => font.name === name)?.covers(character.codePointAt(0) ?? 0) ?? false;
}

/** Words are set from left to right, so those of a right-to-left text are given the other way round. */
function inDrawingOrder(text: string): string {
  const isRightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
  return isRightToLeft ? text.split(' ').reverse().join(' ') : text;
}

function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A sentence or a name of which a word may be what cannot be drawn; the rest of it can. */
export function wordByWord(text: string, letter: Lettering): Run[] {
  return text.split(' ').flatMap((word, i) => {
    const runs = letter(word, { instead: '(…)' });
    const [first] = runs;
    return i > 0 && first ? [{ ...first, text: ` ${first.text}` }, ...runs.slice(1)] : runs;
  });
}

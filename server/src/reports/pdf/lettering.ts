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
    for (const character of shorten(text.normalize('NFC').replace(/\s+/g, ' ').trim(), most)) {
      const isLetter = /[\p{L}\p{N}]/u.test(character);
      const font = /[\p{C}]/u.test(character) ? undefined : fontFor(character);
      if (!font && isLetter) return undefined;
      if (!font) continue;
      const last = runs.at(-1);
      // A space or a full stop belongs to the words around it, or each would begin a run of its own.
      if (last && (last.font === font.name || (!isLetter && covers(fonts, last.font, character)))) {
        last.text += character;
      } else {
        runs.push({ text: character, font: font.name });
      }
    }
    return runs.length > 0 ? runs : undefined;
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

function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

import { CLASS, OTHER, WORD } from './fold.ts';
import { lookUp } from './lexicon.ts';

const SAMPLE = 1000;
const MOST_WORDS = 80;
const CLEAR_LEAD = 16;
/** In points per word. A list of names in an English answer has few other words. */
const LEAST_SHARE = 0.12;
const LAST_ASCII = 127;

/**
 * Whether a text is English, judging by the words at its start. A function word counts twice, a word that other
 * languages have too counts once, and so does a word of the sentiment list.
 */
export function isEnglish(text: string): boolean {
  const end = Math.min(text.length, SAMPLE);
  let words = 0;
  let english = 0;
  let other = 0;
  let start = -1;
  let isForeign = false;
  for (let i = 0; i <= end && words < MOST_WORDS; i++) {
    const unit = text.charCodeAt(i);
    const isLetter = i < end && CLASS[unit] !== OTHER;
    if (isLetter && start === -1) start = i;
    if (isLetter) {
      isForeign ||= unit > LAST_ASCII && CLASS[unit] === WORD;
      continue;
    }
    if (start === -1) continue;
    const found = lookUp(text, start, i);
    english += pointsOf(found);
    other += found?.language === 'other' ? 2 : isForeign ? 1 : 0;
    words++;
    start = -1;
    isForeign = false;
    if (english > CLEAR_LEAD && english > 2 * other) break;
  }
  return english > other && english / words >= LEAST_SHARE;
}

function pointsOf(found: ReturnType<typeof lookUp>): number {
  if (found?.language === 'english') return 2;
  if (found?.language === 'shared') return 1;
  return found?.language === undefined && found?.weight !== undefined ? 1 : 0;
}

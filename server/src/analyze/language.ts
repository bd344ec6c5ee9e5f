import { CLASS, OTHER } from './fold.ts';
import { lookUp } from './lexicon.ts';

const SAMPLE = 1000;
const MOST_WORDS = 80;
const CLEAR_LEAD = 8;
const FEWEST_WORDS = 4;
const ENGLISH_SHARE = 0.12;

/** Whether a text is English, judging by the function words at its start. False if the text is too short. */
export function isEnglish(text: string): boolean {
  const end = Math.min(text.length, SAMPLE);
  let words = 0;
  let english = 0;
  let other = 0;
  let start = -1;
  for (let i = 0; i <= end && words < MOST_WORDS; i++) {
    const isLetter = i < end && CLASS[text.charCodeAt(i)] !== OTHER;
    if (isLetter && start === -1) start = i;
    if (isLetter || start === -1) continue;
    const language = lookUp(text, start, i)?.language;
    if (language === 'english') english++;
    if (language === 'other') other++;
    words++;
    start = -1;
    if (english > CLEAR_LEAD && english > 2 * other) break;
  }
  return words >= FEWEST_WORDS && english > other && english / words >= ENGLISH_SHARE;
}

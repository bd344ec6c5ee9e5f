import type { PanelLanguage } from '../panel.ts';
import { chinese } from './phrases/chinese.ts';
import { dutch } from './phrases/dutch.ts';
import { english } from './phrases/english.ts';
import { french } from './phrases/french.ts';
import { german } from './phrases/german.ts';
import { italian } from './phrases/italian.ts';
import { japanese } from './phrases/japanese.ts';
import type { Phrases } from './phrases/phrases.ts';
import { polish } from './phrases/polish.ts';
import { portuguese } from './phrases/portuguese.ts';
import { spanish } from './phrases/spanish.ts';

/** The phrases of the simulated assistants, by language. */
export const PHRASES: Record<PanelLanguage, Phrases> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
  ja: japanese,
  zh: chinese,
};

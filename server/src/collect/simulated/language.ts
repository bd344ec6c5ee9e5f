import { defaultPanelPlace, type PanelLanguage } from '../panel.ts';

/** The language of the answer: known for a default prompt, otherwise guessed from script and common words. */
export function answerLanguage(keyword: string, prompt: string): PanelLanguage {
  return defaultPanelPlace(keyword, prompt)?.language ?? guessLanguage(prompt);
}

function guessLanguage(prompt: string): PanelLanguage {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(prompt)) return 'ja';
  if (/\p{sc=Han}/u.test(prompt)) return 'zh';
  const words = new Set(prompt.toLowerCase().match(/\p{L}+/gu));
  let best: PanelLanguage = 'en';
  let most = 0;
  for (const [language, common] of COMMON_WORDS) {
    const hits = common.filter((word) => words.has(word)).length;
    if (hits > most) [best, most] = [language, hits];
  }
  return best;
}

const COMMON_WORDS: [PanelLanguage, string[]][] = [
  ['en', 'the which what how is are for and with best should i we do does you'.split(' ')],
  ['de', 'der die das welche welches was wie ist sind für und mit beste ich wir gibt ein eine'.split(' ')],
  ['fr', 'le la les quel quelle quels quelles est sont pour et avec meilleur je nous des un une du'.split(' ')],
  ['es', 'el la los qué cuál cuáles es son para y con mejor mejores una un del las'.split(' ')],
  ['it', 'il lo gli quale quali che è sono per con migliore migliori una un del della'.split(' ')],
  ['nl', 'de het een welke wat hoe zijn voor en met beste ik wij er'.split(' ')],
  ['pt', 'o os qual quais que são para e com melhor melhores uma um do da não'.split(' ')],
  ['pl', 'jaki jakie jak co jest są dla i z najlepszy najlepsze który które do w na'.split(' ')],
];

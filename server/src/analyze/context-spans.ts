import { readParts } from './context.ts';
import { plainText } from './plain-text.ts';
import { sentenceAt } from './sentences.ts';

type Span = [start: number, end: number];

/** Unicode noncharacters, which never occur in text. They mark positions while markup is removed. */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const PLACES = /[\ufdd0\ufdd1]/g;
/** No sentence is longer, but a text without full stops may be. */
const LONGEST_SENTENCE = 20_000;

/**
 * The positions of an answer's stored mentions in its stored sentence. That sentence is the one of the first mention,
 * without markup and possibly cut. Empty if the sentence is not found in the text.
 */
export function spansInContext(answer: string, spans: Span[], context: string): Span[] {
  const [first] = spans;
  if (!first || answer.search(PLACES) !== -1) return [];
  const { text, masks, sentences } = readParts(answer);
  const [from, to] = sentenceAt(sentences, first[0]);
  const within = spans.filter(([start, end]) => start >= from && end <= to && end - from <= LONGEST_SENTENCE);
  const places = within.flat();
  const before = (offset: number) => places.filter((place) => place < offset).length;
  const upTo = (offset: number) => places.filter((place) => place <= offset).length;
  const moved = masks.map(({ start, end, kind }) => ({ start: start + upTo(start), end: end + before(end), kind }));
  const end = Math.min(to, text.length, from + LONGEST_SENTENCE);
  const marked = plainText(withPlaces(text, within), [from, end + places.length], moved);
  return spansOf(marked, context);
}

function withPlaces(text: string, spans: Span[]): string {
  let marked = '';
  let at = 0;
  for (const [start, end] of spans) {
    marked += text.slice(at, start) + OPEN + text.slice(start, end) + CLOSE;
    at = end;
  }
  return marked + text.slice(at);
}

/** Reads the positions from the plain sentence, relative to the start of the stored one. */
function spansOf(marked: string, context: string): Span[] {
  const cut = context.replace(/^…/, '').replace(/…$/, '');
  const whole = marked.replace(PLACES, '');
  const shift = whole.indexOf(cut) - (context.startsWith('…') && !whole.startsWith(context) ? 1 : 0);
  if (cut === '' || whole.indexOf(cut) === -1) return [];
  const offsets = [...marked.matchAll(PLACES)].map(({ index }, place) => index - place - shift);
  const spans = offsets.flatMap((start, place): Span[] =>
    place % 2 === 0 ? [[Math.max(0, start), Math.min(context.length, offsets[place + 1] ?? start)]] : [],
  );
  return spans.filter(([start, end]) => start < end);
}

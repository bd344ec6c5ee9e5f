/** What the interface of a surface shows around an answer. */
interface Surface {
  surface: string;
  /** One of these occurs in every text that contains the interface. Without them nothing is removed. */
  signs: string[];
  furniture: RegExp[];
}

/** "$20.79/mo x 24", "$549.99$599.99", then the rating and the number of reviews: "4.7(9k+)". */
const PRICE_CARD =
  /(?<=[\p{L}\p{N}"”)+™®,. ])[$£€](?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d(?:\/mo x \d\d)?(?:\(?[$£€][\d,]+\.\d\d\)?)*(?:[0-5]\.\d\([\d.,]+k?\+?\)|(?=\p{Lu}\p{Ll}))/gu;
const atEnd = (text: string) => new RegExp(`(?:^|\\s)(?:${text})[^\\n]{0,120}\\s*$`, 'gu');

/**
 * Each text is recognized by its own words, so that pasted answers are covered too, and answers of an API, which have no
 * interface, are not searched further.
 */
const SURFACES: Surface[] = [
  {
    surface: 'google_ai_mode',
    signs: ['AI responses may include mistakes', 'k+)'],
    furniture: [
      /AI responses may include mistakes\.(?=[^\n]{0,90}Learn more|\s*$)[\s\S]{0,600}$/gu,
      /(?:Thank you)?Your feedback helps Google improve\.(?: See our Privacy Policy\.?)?/gu,
      /(?<=[\p{Ll}\p{N}).!?])(?:See|Show) (?:more|less|all)(?=[\p{Lu}\p{N}]|\s*$)/gu,
      /^\s*(?:Show (?:more|less|all)|AI (?:Overview|Mode)|Dive deeper in AI Mode|Learn more|Share more feedback|Report a problem)\s*$/gmu,
      PRICE_CARD,
    ],
  },
  {
    surface: 'google_ai_overview',
    signs: ['AI Overview', 'Dive deeper in AI Mode'],
    furniture: [
      /^\s*(?:AI Overview|Dive deeper in AI Mode|Show (?:more|less|all)|Learn more|Generative AI is experimental\.?)\s*$/gmu,
      atEnd('AI can make mistakes, so double-check responses'),
    ],
  },
  {
    surface: 'chatgpt_web',
    signs: ['ChatGPT can make mistakes', 'ChatGPT said:'],
    furniture: [
      /^\s*(?:ChatGPT said:|You said:|Copy code|Sources|Thought for [\w ]{1,20}|Searched the web|Searched \d+ sites)\s*$/gmu,
      atEnd('ChatGPT can make mistakes\\.'),
    ],
  },
  {
    surface: 'gemini_web',
    signs: ['Gemini can make mistakes', 'Show thinking'],
    furniture: [
      /^\s*(?:Show thinking|Double-check response|Sources and related content|Export to Sheets)\s*$/gmu,
      atEnd('Gemini can make mistakes, (?:including|so)'),
    ],
  },
  {
    surface: 'copilot',
    signs: ['Copilot said', 'AI-generated content may be incorrect'],
    furniture: [/^\s*(?:Copilot said:?|See all \d+ sources)\s*$/gmu, atEnd('AI-generated content may be incorrect')],
  },
  {
    surface: 'claude_web',
    signs: ['Claude can make mistakes'],
    furniture: [atEnd('Claude can make mistakes\\. Please double-check')],
  },
  {
    surface: 'grok_web',
    signs: ['Explain Grok', 'Thought for '],
    furniture: [/^\s*(?:Thought for \d+s|Explain Grok|\d+ (?:web pages|posts))\s*$/gmu],
  },
  {
    surface: 'perplexity_web',
    signs: ['Ask follow-up', 'Ask a follow-up'],
    furniture: [
      /^\s*(?:Answer|Images|Sources|Steps|Share|Export|Rewrite|View more|Related|\d+ sources?|Ask (?:a )?follow-up)\s*…?$/gmu,
    ],
  },
];
export interface Furniture {
  surface: string;
  start: number;
  end: number;
}

/** The parts of a text that belong to the interface it was copied from, in reading order. */
export function furnitureOf(text: string): Furniture[] {
  const found = SURFACES.filter(({ signs }) => signs.some((sign) => text.includes(sign))).flatMap(
    ({ surface, furniture }) =>
      furniture.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(({ index, 0: part }) => ({ surface, start: index, end: index + part.length })),
      ),
  );
  const sorted = found.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(({ start }, index) => sorted.slice(0, index).every((earlier) => earlier.end <= start));
}

/** The text with line breaks and spaces in place of the interface, so that offsets hold. */
export function withoutFurniture(text: string): string {
  const furniture = furnitureOf(text);
  if (furniture.length === 0) return text;
  let shown = '';
  let at = 0;
  for (const { start, end } of furniture) {
    shown += `${text.slice(at, start)}\n${' '.repeat(Math.max(0, end - start - 2))}${end - start > 1 ? '\n' : ''}`;
    at = end;
  }
  return shown + text.slice(at);
}

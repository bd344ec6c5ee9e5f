/** What the interface of a surface shows around an answer. */
interface Surface {
  surface: string;
  /** One of these is near the start or end of a text that was copied with the interface. Without them nothing is removed. */
  signs: string[];
  /** Its last line, removed with all that follows. */
  footer?: string;
  /** Lines that say nothing else. */
  lines?: string;
  /** Within a line whose line breaks were lost. */
  glued?: RegExp[];
}

/**
 * Each text is recognized by its own words, so that pasted answers are covered too, and answers of an API, which have no
 * interface, are not searched further. No pattern can match more than a line: hostile texts take no longer than others.
 */
const SURFACES: Surface[] = [
  {
    surface: 'google_ai_mode',
    signs: ['AI responses may include mistakes'],
    footer: String.raw`AI responses may include mistakes\.(?=[^\n]{0,90}Learn more|\s*$)[^]*`,
    glued: [
      /S(?:ee|how) (?:more|less|all)(?<=[\p{Ll}\p{N}).!?]S(?:ee|how) \w{3,4})(?=[\p{Lu}\p{N}]|[ \t]*$)/gmu,
      // A product's card: "$20.79/mo x 24", "$549.99$599.99", then the rating and the number of reviews, "4.7(9k+)".
      /[$£€](?<=[\p{L}\p{N}"”)+™®,. ].)[\d,]{1,9}\.\d\d(?:\/mo x \d\d)?(?:\(?[$£€][\d,]{1,9}\.\d\d\)?){0,3}(?:[0-5]\.\d\([\d.,]{1,9}k?\+?\)|(?=\p{Lu}\p{Ll}))/gu,
    ],
  },
  {
    surface: 'google_ai_overview',
    signs: ['AI Overview', 'Dive deeper in AI Mode'],
    footer: 'AI can make mistakes, so double-check responses',
    lines: String.raw`AI Overview|Dive deeper in AI Mode|Show (?:more|less|all)|Learn more|Generative AI is experimental\.?`,
  },
  {
    surface: 'chatgpt_web',
    signs: ['ChatGPT can make mistakes', 'ChatGPT said:'],
    footer: String.raw`ChatGPT can make mistakes\.`,
    lines: String.raw`ChatGPT said:|You said:|Copy code|Sources|Thought for [\w ]{1,20}|Searched (?:the web|\d{1,4} sites)`,
  },
  {
    surface: 'gemini_web',
    signs: ['Gemini can make mistakes', 'Show thinking'],
    footer: 'Gemini can make mistakes, (?:including|so)',
    lines: 'Show thinking|Double-check response|Sources and related content|Export to Sheets',
  },
  {
    surface: 'copilot',
    signs: ['Copilot said', 'AI-generated content may be incorrect'],
    footer: 'AI-generated content may be incorrect',
    lines: String.raw`Copilot said:?|See all \d{1,4} sources`,
  },
  {
    surface: 'claude_web',
    signs: ['Claude can make mistakes'],
    footer: String.raw`Claude can make mistakes\. Please double-check`,
  },
  {
    surface: 'grok_web',
    signs: ['Explain Grok', 'Thought for '],
    lines: String.raw`Thought for \d{1,4}s|Explain Grok|\d{1,4} (?:web pages|posts)`,
  },
  {
    surface: 'perplexity_web',
    signs: ['Ask follow-up', 'Ask a follow-up'],
    lines: String.raw`(?:Answer|Images|Sources|Steps|Share|Export|Rewrite|View more|Related|\d{1,4} sources?|Ask (?:a )?follow-up)…?`,
  },
];
const PATTERNS = SURFACES.map(({ footer, lines, glued = [] }) => ({
  atEnd: footer === undefined ? undefined : new RegExp(`(?:${footer})[^\\n]{0,120}\\n*$`, 'u'),
  anywhere: lines === undefined ? glued : [...glued, new RegExp(`^[ \\t]*(?:${lines})[ \\t]*$`, 'gmu')],
}));
/** How far from the start and the end of a text its interface is. */
const HEAD = 200;
const TAIL = 600;

export interface Furniture {
  surface: string;
  start: number;
  end: number;
}

/** The parts of a text that belong to the interface it was copied from, in reading order. */
export function furnitureOf(text: string): Furniture[] {
  const head = text.slice(0, HEAD);
  const tail = text.slice(-TAIL);
  const found: Furniture[] = [];
  for (const [index, { surface, signs }] of SURFACES.entries()) {
    if (!signs.some((sign) => head.includes(sign) || tail.includes(sign))) continue;
    const { atEnd, anywhere } = PATTERNS[index] as (typeof PATTERNS)[0];
    const last = atEnd?.exec(tail);
    if (last) found.push({ surface, start: text.length - tail.length + last.index, end: text.length });
    for (const pattern of anywhere) {
      for (const { index: start, 0: part } of text.matchAll(pattern)) {
        found.push({ surface, start, end: start + part.length });
      }
    }
  }
  let end = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      const isFirst = one.start >= end;
      if (isFirst) end = one.end;
      return isFirst;
    });
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

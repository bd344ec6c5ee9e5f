import type { Parts } from './context.ts';
import { isEnglish } from './language.ts';
import type { Occurrence } from './mentions.ts';
import { addReasons, type Reason } from './reasons.ts';
import { sentenceAt } from './sentences.ts';

/** The part a brand plays in an answer. */
export const ROLES = ['top_pick', 'listed', 'passing', 'warned_against'] as const;
export type Role = (typeof ROLES)[number];

export interface Description {
  role: Role;
  /** Each with the offset where it is given first. */
  reasons: Map<Reason, number>;
}

/** Without one of these, no brand is a top pick or warned against: tested first. */
const TRIGGERS = [
  ...['verall', 'op pick', 'op choice', 'op performer', 'ecommend', 'inner', 'best choice', 'best pick', 'best option'],
  ...['d go with', 'd choose', 'd start with', 'or most', '#1', 'umber one', 'void', 'teer clear', 'kip ', 'tay away'],
  ...[
    '🥇',
    'esamtsieger',
    'esamtwahl',
    'meilleur choix',
    'opción general',
    'assoluto',
    'algemene keuze',
    'escolha geral',
  ],
  ...['ogólny wybór', '総合', '最佳', '首选'],
];
/** A verdict before the name it is about. */
const PICKED_BEFORE =
  /(?:\b(?:best overall|overall(?: \w+)? best|(?:top|best) overall|(?:our|my|the) (?:overall |absolute )?(?:top|number one|number-one|#1|favou?rite|overall) (?:pick|choice|recommendation)|(?:top|overall) (?:recommendation|choice) (?:is|would be)|(?:I|we)(?:['’]d| would)? (?:\w+ )?(?:recommend|suggest|go with|choose|pick|start with)|(?:clear|overall) winner|winner(?: is)?:|#1 pick|top performer|best (?:choice|pick|option) (?:overall|for most(?: \w+)?)|for most \w+(?: \w+)?, (?:the )?(?=\S{0,3}$))|🥇|Gesamtsieger|beste Gesamtwahl|meilleur choix global|mejor opción general|scelta migliore in assoluto|beste algemene keuze|melhor escolha geral|najlepszy ogólny wybór|総合1位|総合的に最|综合最佳|最佳整体|首选)[^.!?\n]{0,70}$/iu;
const PICKED_AFTER =
  /^[^.!?\n]{0,110}?\b(?:best overall|overall best|(?:our|my|the) (?:overall |absolute )?(?:top|number one|number-one|#1|overall) (?:pick|choice)|(?:clear|overall) winner|best (?:choice|option|pick) (?:overall|for most)|best for most people)\b/iu;
const WARNED_BEFORE =
  /\b(?:avoid|skip|steer clear of|stay away from|(?:would|do|can)(?:n['’]t| not) recommend|cannot recommend|not recommend(?:ed)?)(?: \w+){0,2}[\s*"“]*$/iu;
const WARNED_AFTER = /^[\s*]*(?:is|are|should be) (?:\w+ )?(?:not recommended|best avoided|avoided|not worth)/iu;
/** Named for something else: a comparison, a shop, a part. */
const PASSING_BEFORE =
  /\b(?:than|unlike|compared (?:to|with)|similar to|alternatives? to|compatible with|works? with|integrates? with|integration with|available (?:at|from|on|through)|sold (?:at|by|on)|buy (?:it )?(?:at|from|on)|owned by|acquired by|retailers (?:like|such as)|from)[\s*"“]*(?:the )?$/iu;
/** A verdict as the title of what follows. */
const TITLE_END = /(#{1,6} [^\n]*|[*_:]+)\s*\n\s*(?:[-*#>]+ )?/g;
const REACH = 160;
/** Of what follows the sentence that mentions a brand. */
const LONGEST_REST = 600;
const NEXT_PART = /\n(?:[ \t]*\n)?(?=#{1,6} |---|\*\*\p{Lu}|[ \t]*\||>)/u;
/** In a text without lines, the next topic: "Factors to Consider: …". */
const NEXT_TOPIC =
  /[.!?)] ?(?!(?:Pros|Cons|Strengths|Weaknesses|Highlights|Why|Best for|Drawbacks|Downsides|Key features|Features)\b)(?=\p{Lu}[^.:\n]{2,60}:)/u;

/** Of the mentions of a brand, more than any real answer has. */
const MOST_READ = 40;

/** The role of a brand, and the reasons that passages about it give. English alone has words for reasons. */
export function describeBrand({ text, sentences }: Parts, occurrences: Occurrence[], brand: number): Description {
  const hasReasons = isEnglish(text);
  const hasVerdict = TRIGGERS.some((trigger) => text.includes(trigger));
  const reasons = new Map<Reason, number>();
  let role: Role | undefined;
  let isPassing = false;
  let times = 0;
  for (const [index, occurrence] of occurrences.entries()) {
    const { start, end } = occurrence;
    if (occurrence.brand !== brand || ++times > MOST_READ) continue;
    const [from, to] = sentenceAt(sentences, start);
    const before = occurrences[index - 1];
    const after = occurrences[index + 1];
    if (times === 1) isPassing = PASSING_BEFORE.test(text.slice(Math.max(from, start - REACH / 4), start));
    if (hasVerdict && role !== 'top_pick') role = verdictOn(text, occurrence, { before, after, to }) ?? role;
    if (!hasReasons) continue;
    const isAlone =
      (before === undefined || before.end <= from || before.brand === brand) && (after?.start ?? to) >= to;
    const until = isAlone ? restEnd(text, start, { to, next: after?.start }) : Math.min(to, after?.start ?? to);
    addReasons(text, [isAlone && before?.brand !== brand ? from : end, until], reasons);
  }
  return { role: role ?? (isPassing && times === 1 ? 'passing' : 'listed'), reasons };
}

interface Around {
  before: Occurrence | undefined;
  after: Occurrence | undefined;
  /** The end of the sentence. */
  to: number;
}

function verdictOn(text: string, { start, end }: Occurrence, { before, after, to }: Around): Role | undefined {
  const isSecond = before !== undefined && /^[^.!?\n]{0,60}\bor\b[^.!?\n]{0,12}$/.test(text.slice(before.end, start));
  const lead = text.slice(Math.max(isSecond ? 0 : (before?.end ?? 0), start - REACH), start).replace(TITLE_END, '$1 ');
  const rest = text.slice(end, Math.min(to, after?.start ?? to, end + REACH));
  if (WARNED_BEFORE.test(lead) || WARNED_AFTER.test(rest)) return 'warned_against';
  return PICKED_BEFORE.test(lead) || PICKED_AFTER.test(rest) ? 'top_pick' : undefined;
}

/** The end of what is said about a brand: the next brand, item, heading or paragraph. */
function restEnd(text: string, start: number, { to, next }: { to: number; next: number | undefined }): number {
  if (to >= text.length) return text.length;
  const last = Math.min(
    text.length,
    to + LONGEST_REST,
    next === undefined ? text.length : (lineStart(text, next) ?? next),
  );
  if (last <= to) return to;
  const rest = text.slice(to - 1, last);
  const from = lineStart(text, start);
  const line = text.slice(from ?? Math.max(0, start - LONGEST_REST), start);
  const item = /^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]/.exec(line);
  const stops = [
    NEXT_PART.exec(rest)?.index,
    item ? new RegExp(`\\n {0,${item[1]?.length ?? 0}}(?:[-*+•]|\\d{1,3}[.)])[ \\t]`).exec(rest)?.index : undefined,
    /\n[ \t]*\n(?=[^\s\-*•+|])/.exec(/^#|^\*\*/.test(line) ? rest.slice(60) : rest)?.index,
    from === undefined ? NEXT_TOPIC.exec(rest)?.index : undefined,
  ];
  return to - 1 + Math.min(rest.length, ...stops.filter((stop) => stop !== undefined));
}

/** Undefined in a text without lines. */
function lineStart(text: string, at: number): number | undefined {
  const newline = text.slice(Math.max(0, at - LONGEST_REST), at + 1).lastIndexOf('\n');
  return newline === -1 ? undefined : Math.max(0, at - LONGEST_REST) + newline + 1;
}

import { CLASS, WORD } from './fold.ts';
import { lookUp, type Role } from './lexicon.ts';
import type { Occurrence } from './mentions.ts';

/** The sentiment of a clause about a brand, as a sum of AFINN weights. */
interface ClauseScore {
  brand: number;
  score: number;
  /** A judging word is close to a name in the clause. */
  isClose: boolean;
}

interface Clause {
  score: number;
  judges: boolean;
  /** The ends of the last name and the last judging word. */
  nameEnd: number;
  judgedEnd: number;
  isClose: boolean;
  subjects: Set<number>;
  /** Brands after "than", which get the opposite sentiment. */
  rivals: Set<number>;
  /** The role of the next name. */
  next: 'subject' | 'rival' | 'aside';
  /** "While …" and "Unlike …" start a clause that ends at the comma. */
  endsAtComma: boolean;
}

const APOSTROPHE = 39;
const CURLY_APOSTROPHE = 0x2019;
const HYPHEN = 45;
const COMMA = 44;
const SEMICOLON = 59;
const REACH = 3;
/** Characters between a name and a judging word. Without a limit, 21 of 100 labels in reviews were wrong; with it, 12. */
const CLOSE = 20;
/** As in VADER: "not good" is slightly less bad than "good" is good. */
const NEGATED = -0.74;
const REJECTION = -3;
const EXCESS = -2;

/**
 * Scores the clauses of a sentence for the brands they are about. A clause without a name is merged with its neighbor.
 */
export function scoreSentence(text: string, [from, to]: [number, number], named: Occurrence[]): ClauseScore[] {
  const clauses: Clause[] = [emptyClause(undefined)];
  const until = Math.min(to, text.length);
  let nextName = 0;
  let negated = 0;
  let shielded = 0;
  let rejected = 0;
  for (let i = from; i < until; ) {
    const clause = clauses[clauses.length - 1] as Clause;
    const occurrence = named[nextName];
    if (occurrence && i >= occurrence.start) {
      addName(clause, occurrence);
      if (rejected > 0) addWeight(clause, REJECTION, { start: i, end: i, isNegated: negated > 0, isShielded: false });
      i = Math.max(i + 1, occurrence.end);
      nextName++;
      continue;
    }
    if (!isLetter(text, i)) {
      if (endsClause(text.charCodeAt(i++), clause)) clauses.push(emptyClause(undefined));
      continue;
    }
    const end = wordEnd(text, i, occurrence?.start ?? until);
    const found = lookUp(text, i, end);
    const phrase = found?.phrases.find(({ rest }) => text.startsWith(rest, end));
    const start = i;
    i = end + (phrase?.rest.length ?? 0);
    const isExcess = found?.role === 'excess' && isLetter(text, end + 1);
    const weight = isExcess ? EXCESS : (phrase ?? found)?.weight;
    if (weight !== undefined) {
      addWeight(clause, weight, { start, end: i, isNegated: negated > 0, isShielded: shielded > 0 });
    }
    negated = !phrase && found?.role === 'negation' ? REACH : negated - 1;
    shielded = found?.role === 'against' || found?.role === 'rejects' ? REACH : shielded - 1;
    rejected = found?.role === 'rejects' ? REACH : rejected - 1;
    if (found?.role !== undefined) turn(clauses, clause, found.role);
  }
  return attribute(clauses);
}

/** The end of the word that starts at `from`. An apostrophe or hyphen inside a word belongs to it. */
function wordEnd(text: string, from: number, to: number): number {
  const classes = CLASS;
  let end = from + 1;
  for (; end < to; end++) {
    const unit = text.charCodeAt(end);
    if (classes[unit] === WORD) continue;
    const isJoiner = unit === APOSTROPHE || unit === HYPHEN || unit === CURLY_APOSTROPHE;
    if (!isJoiner || classes[text.charCodeAt(end + 1)] !== WORD) break;
  }
  return end;
}

function isLetter(text: string, index: number): boolean {
  return CLASS[text.charCodeAt(index)] === WORD;
}

function emptyClause(opening: Role | undefined): Clause {
  return {
    score: 0,
    judges: false,
    nameEnd: Number.NEGATIVE_INFINITY,
    judgedEnd: Number.NEGATIVE_INFINITY,
    isClose: false,
    subjects: new Set(),
    rivals: new Set(),
    next: opening === 'unlike' ? 'aside' : 'subject',
    endsAtComma: opening === 'unlike' || opening === 'subordinating',
  };
}

function endsClause(unit: number, { endsAtComma }: Clause): boolean {
  return unit === SEMICOLON || (unit === COMMA && endsAtComma);
}

/** The effect of a function word: it starts a clause, or changes the role of the next name. */
function turn(clauses: Clause[], clause: Clause, role: Role): void {
  if (role === 'contrast' || role === 'subordinating' || role === 'unlike') clauses.push(emptyClause(role));
  else if (role === 'than' || role === 'beats') clause.next = 'rival';
  else if (role === 'aside') clause.next = 'aside';
}

function addName(clause: Clause, { brand, start, end }: Occurrence): void {
  if (clause.next === 'aside') return;
  (clause.next === 'subject' ? clause.subjects : clause.rivals).add(brand);
  clause.nameEnd = end;
  if (start - clause.judgedEnd <= CLOSE) clause.isClose = true;
}

function addWeight(
  clause: Clause,
  weight: number,
  { start, end, isNegated, isShielded }: { start: number; end: number; isNegated: boolean; isShielded: boolean },
): void {
  if (isShielded && weight < 0) return;
  clause.score += isNegated ? weight * NEGATED : weight;
  clause.judges = true;
  clause.judgedEnd = end;
  if (start - clause.nameEnd <= CLOSE) clause.isClose = true;
}

function attribute(clauses: Clause[]): ClauseScore[] {
  const scores: ClauseScore[] = [];
  let subjects = clauses.find((clause) => clause.subjects.size > 0)?.subjects ?? new Set<number>();
  for (const clause of clauses) {
    if (clause.subjects.size > 0) subjects = clause.subjects;
    if (!clause.judges) continue;
    const { score, isClose } = clause;
    for (const brand of subjects) scores.push({ brand, score, isClose });
    for (const brand of clause.rivals) scores.push({ brand, score: -score, isClose });
  }
  return scores;
}

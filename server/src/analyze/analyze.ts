import { endingOf } from '../collect/endings.ts';
import type { Answer } from '../collect/platform.ts';
import { withoutAbsences } from './absence.ts';
import { type Citation, findCitations } from './citations.ts';
import { contextAt, type Parts, readParts } from './context.ts';
import { findOccurrences, type Occurrence } from './mentions.ts';
import { findPositions } from './position.ts';
import type { PreparedSubject } from './prepare-subject.ts';
import { findSentiments, type Sentiment } from './sentiment.ts';

export type { Citation } from './citations.ts';
export { type PreparedSubject, prepareSubject } from './prepare-subject.ts';

/**
 * Increased when the same answer gives other findings. Stored answers are then analyzed again, under a new reading.
 * 2: HTML, short English sentences, product words.
 * 3: variants of names, common words, the interface of a surface, lost line breaks, brands the assistant does not know.
 */
export const ANALYSIS_VERSION = 3;

/** All findings of one answer about a subject. */
export interface Findings {
  mentions: Mention[];
  citations: Citation[];
  /** Markers such as `[7]` that refer to no source, in reading order. */
  danglingMarkers: string[];
  /** Cut off before it mentioned the own brand, so that it says nothing about the brand. */
  isTruncated: boolean;
  /** Says that it does not know the own brand: asked, and not mentioned. */
  isUnknown: boolean;
}

/** A mention: once per answer and brand, even if the name is repeated. */
export interface Mention extends Sentiment {
  brandId: string;
  /** 1 is the best: the rank in a list, otherwise the order of first mentions. */
  position: number;
  /** The sentence of the first mention as plain text, at most 300 characters. */
  context: string;
  /** UTF-16 offsets into the answer's text, in reading order. */
  spans: [start: number, end: number][];
}

export type AnalyzableAnswer = Pick<Answer, 'text' | 'cited' | 'retrieved'> & Partial<Pick<Answer, 'stop'>>;

/** Analyzes one answer. The same answer and subject always give the same findings. */
export function analyze(answer: AnalyzableAnswer, subject: PreparedSubject): Findings {
  const parts = readParts(answer.text);
  const { known, unknown } = withoutAbsences(parts, findOccurrences(parts, subject));
  const mentions = readMentions(parts, subject, known);
  const isNamed = mentions.some(({ brandId }) => brandId === subject.brandIds[0]);
  const isTruncated = !isNamed && endingOf(answer.stop) === 'cut_off';
  return { mentions, ...findCitations(answer, parts, subject.owners), isTruncated, isUnknown: unknown.has(0) };
}

function readMentions(parts: Parts, subject: PreparedSubject, occurrences: Occurrence[]): Mention[] {
  const positions = findPositions(parts, occurrences);
  const sentiments = findSentiments(parts, occurrences);
  const mentions: Mention[] = [];
  for (const [brand, spans] of spansByBrand(occurrences)) {
    mentions.push({
      brandId: subject.brandIds[brand] as string,
      position: positions.get(brand) as number,
      ...(sentiments.get(brand) as Sentiment),
      context: contextAt(parts, spans[0] as Mention['spans'][0]),
      spans,
    });
  }
  return mentions;
}

/** In the order of first mentions. */
function spansByBrand(occurrences: Occurrence[]): Map<number, Mention['spans']> {
  const spans = new Map<number, Mention['spans']>();
  for (const { brand, start, end } of occurrences) {
    const known = spans.get(brand);
    if (known) known.push([start, end]);
    else spans.set(brand, [[start, end]]);
  }
  return spans;
}

import { pageKey } from '../base/page-key.ts';
import type { AnswerStatus } from '../collect/platform.ts';
import type { CitationRow, MentionRow } from '../store/answers/answers.ts';
import { countFindingRows, storedFindings } from '../store/answers/findings.ts';
import type { StoredAnswer } from '../store/answers/stored-answers.ts';
import type { Db } from '../store/db.ts';

type Found<Row> = Omit<
  Row,
  'answerId' | 'keywordId' | 'platform' | 'detectedAt' | 'mentionId' | 'citationId' | 'pageKey'
>;

/** An answer and what was found in it again. */
interface RereadAnswer {
  /** With the status that it has now. */
  answer: StoredAnswer;
  storedStatus: AnswerStatus;
  mentions: Found<MentionRow>[];
  citations: Found<CitationRow>[];
}

/** Compares the stored mentions and citations of a keyword with those found again in its answers, batch by batch. */
export function findingsVerifier(db: Db, workspaceId: string, keywordId: string) {
  const counted = { mentions: 0, citations: 0 };
  const differences: string[] = [];
  return {
    async check(read: RereadAnswer[]): Promise<void> {
      const answers = read.map(({ answer }) => answer);
      for (const { answer, storedStatus } of read) {
        if (storedStatus === answer.status) continue;
        differences.push(`answer ${answer.answerId}: stored ${storedStatus}, recomputed ${answer.status}`);
      }
      const stored = await storedFindings(db, workspaceId, { keywordId, answers });
      counted.mentions += stored.mentions.length;
      counted.citations += stored.citations.length;
      const mentions = read.flatMap(({ answer, ...found }) => found.mentions.map((one) => mentionLine(answer, one)));
      const citations = read.flatMap(({ answer, ...found }) => found.citations.map((one) => citationLine(answer, one)));
      differences.push(
        ...unequal(
          'mention',
          mentions,
          stored.mentions.map((one) => mentionLine(one, one)),
        ),
      );
      differences.push(
        ...unequal(
          'citation',
          citations,
          stored.citations.map((one) => citationLine(one, one)),
        ),
      );
    },
    /** All differences, including findings that belong to no answer. */
    async finish(): Promise<string[]> {
      const all = await countFindingRows(db, workspaceId, keywordId);
      for (const kind of ['mentions', 'citations'] as const) {
        if (all[kind] > counted[kind]) differences.push(`${all[kind] - counted[kind]} ${kind} belong to no answer`);
      }
      return differences;
    },
  };
}

interface Line {
  place: string;
  values: string;
}

type About = Pick<StoredAnswer, 'answerId' | 'platform'>;

function mentionLine({ answerId, platform }: About, mention: Found<MentionRow>): Line {
  const { brandId, position, sentiment, sentimentMethod, context, spans } = mention;
  const values = { platform, position, sentiment, sentimentMethod, context, spans };
  return { place: `${answerId} ${brandId}`, values: JSON.stringify(values) };
}

function citationLine(
  { answerId, platform }: About,
  citation: Found<CitationRow> & Partial<Pick<CitationRow, 'pageKey'>>,
): Line {
  const { kind, canonicalUrl, url, domain, title, owner, ownerId, position, context } = citation;
  const key = citation.pageKey ?? pageKey(canonicalUrl);
  const values = { platform, url, key, domain, title, owner, ownerId, position, context };
  return { place: `${answerId} ${kind} ${canonicalUrl}`, values: JSON.stringify(values) };
}

/** Two rows for the same place are a difference too. */
function unequal(what: string, recomputed: Line[], stored: Line[]): string[] {
  const expected = new Map(recomputed.map(({ place, values }) => [place, values]));
  const differences: string[] = [];
  for (const { place, values } of stored) {
    const value = expected.get(place);
    if (value !== values) differences.push(`${what} ${place}: stored ${values}; recomputed ${value ?? 'nothing'}`);
    expected.delete(place);
  }
  for (const [place, values] of expected) differences.push(`${what} ${place}: stored nothing; recomputed ${values}`);
  return differences;
}

import { analyze, prepareSubject } from '../analyze/analyze.ts';
import { countedStatus } from '../analyze/counted-status.ts';
import { addDays } from '../base/time.ts';
import { loadReader } from '../measure/reader.ts';
import { scoreWindow, WINDOW_DAYS } from '../score/window.ts';
import { storedAnswers } from '../store/answers/stored-answers.ts';
import { findVisibility } from '../store/counts/visibility.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { type NamedSubject, OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** How another alias set would change one published record. */
export interface KeywordPreview {
  keywordId: string;
  keyword: string;
  scoreBefore: number;
  scoreAfter: number;
  /** Answers that would start or stop mentioning the brand. */
  gained: number;
  lost: number;
  /** Valid answers behind the record. */
  answers: number;
  examples: { answerId: string; platform: string; change: 'gained' | 'lost'; context: string }[];
}

const EXAMPLES = 3;

/** Analyzes the answers in every keyword's current window under another alias set. Stores nothing. */
export async function previewNames(db: Db, workspace: Workspace, subject: NamedSubject): Promise<KeywordPreview[]> {
  const previews: KeywordPreview[] = [];
  for (const [keywordId, { keyword, reading }] of await keywordNames(db, workspace.workspaceId)) {
    const record = await findVisibility(db, workspace.workspaceId, keywordId);
    if (!record) continue;
    const before = await loadReader(db, workspace.workspaceId, reading);
    const preview = await previewKeyword(db, workspace.workspaceId, {
      keywordId,
      lastDay: record.lastDay,
      readers: { before, after: prepareSubject(subject) },
    });
    previews.push({ keywordId, keyword, ...preview });
  }
  return previews;
}

interface PreviewInput {
  keywordId: string;
  lastDay: string;
  readers: { before: ReturnType<typeof prepareSubject>; after: ReturnType<typeof prepareSubject> };
}

/** The same for one keyword, to process many in small parts. */
export async function previewKeyword(db: Db, workspaceId: string, { keywordId, lastDay, readers }: PreviewInput) {
  const counts: Record<'before' | 'after', Parameters<typeof scoreWindow>[0]> = { before: [], after: [] };
  const changes = { gained: 0, lost: 0, answers: 0, examples: [] as KeywordPreview['examples'] };
  const days = { fromDay: addDays(lastDay, 1 - WINDOW_DAYS), toDay: lastDay };
  for await (const answers of storedAnswers(db, workspaceId, { keywordId, ...days })) {
    for (const answer of answers) {
      const place = { platform: answer.platform, promptId: answer.promptId, n: 1, citations: 0 };
      const [before, after] = (['before', 'after'] as const).map((side) => {
        const findings = analyze(answer, readers[side]);
        if (countedStatus(answer.status, findings) !== 'valid') return undefined;
        const mention = findings.mentions.find(({ brandId }) => brandId === OWN_BRAND);
        counts[side].push({ ...place, k: mention ? 1 : 0 });
        return mention;
      });
      if (Boolean(before) === Boolean(after)) continue;
      const change = after ? 'gained' : 'lost';
      changes[change]++;
      const context = (after ?? before)?.context ?? '';
      if (changes.examples.length < EXAMPLES) {
        changes.examples.push({ answerId: answer.answerId, platform: answer.platform, change, context });
      }
    }
  }
  changes.answers = Math.max(counts.before.length, counts.after.length);
  const [scoreBefore, scoreAfter] = [counts.before, counts.after].map((one) => scoreWindow(one)?.overall.score ?? 0);
  return { scoreBefore: scoreBefore ?? 0, scoreAfter: scoreAfter ?? 0, ...changes };
}

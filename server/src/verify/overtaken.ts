import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import { overtakenReason } from '../events/overtaken.ts';
import { pairedWindows, SCATTER_BACK, scatterAt } from '../measure/judge-standings.ts';
import type { StoredReader } from '../measure/read-stored.ts';
import { compareSides, type Figures } from '../score/standing.ts';
import { windowOf, windowStart } from '../score/window.ts';
import type { PairedRow } from '../store/counts/paired-counts.ts';
import { scatterOfWindows } from '../store/counts/standings.ts';
import type { Db } from '../store/db.ts';
import type { StoredEvent } from '../store/events/events.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Recomputed } from './alerts.ts';

interface OvertakenEvidence {
  rule: { platform: string | null };
  reading: number;
  overtaken: { competitor_id: string; competitor_name: string; before: Figures; after: Figures };
}

/** Recomputes both leads of an `alert.triggered` of a rule on being overtaken, from the answers stored by then. */
export async function recomputeOvertaken(
  db: Db,
  workspace: Workspace,
  { event, stored }: { event: StoredEvent; stored: StoredReader },
): Promise<Recomputed> {
  const evidence = event.evidence as OvertakenEvidence;
  const { competitor_id: competitorId, competitor_name: competitor, ...leads } = evidence.overtaken;
  const { keyword_id: keywordId, keyword } = event.data as { keyword_id: string; keyword: string };
  const platform = evidence.rule.platform ?? '';
  const place = { keywordId, platform, competitorId, reading: evidence.reading, event, stored };
  const [before, after] = await Promise.all(
    [leads.before, leads.after].map((lead) => recompute(db, workspace, { ...place, lead })),
  );
  if (before === 'removed' || after === 'removed') return 'removed';
  if (!before || !after) return undefined;
  const crossing = {
    ...{ keywordId, platform, competitorId, window: after.last, reading: evidence.reading, before, after },
    direction: 'was_overtaken' as const,
  };
  const rule = { platform: platform === '' ? undefined : platform };
  return {
    data: {
      trigger_reason: overtakenReason({ rule, keyword: { keyword }, crossing, competitor }),
      current_score: after.own.score,
      threshold: after.competitor.score,
    },
    evidence: { value: after.own.score, interval: after.own.interval, sample_size: after.n },
  };
}

interface Place {
  keywordId: string;
  platform: string;
  competitorId: string;
  reading: number;
  event: StoredEvent;
  stored: StoredReader;
  lead: Figures;
}

async function recompute(db: Db, workspace: Workspace, place: Place): Promise<Figures | 'removed' | undefined> {
  const { platform, competitorId, lead } = place;
  const { first: from, last: window } = lead;
  const counts = await countAnswers(workspace, place);
  if (counts === 'removed') return counts;
  const byWindow = groupBy(counts, (row) => row.window);
  const rows = await scatterOfWindows(db, workspace.workspaceId, { from: window - SCATTER_BACK, to: window });
  const windows = pairedWindows(byWindow, { platform, competitorId, window, scatter: scatterAt(rows) });
  return compareSides(windows.slice(0, window - from + 1), { from, window })?.figures;
}

async function countAnswers(
  { firstDay }: Workspace,
  { keywordId, competitorId, reading, event, stored, lead }: Place,
): Promise<PairedRow[] | 'removed'> {
  const days = { fromDay: windowStart(firstDay, lead.first), toDay: windowStart(firstDay, lead.last + 1) };
  const rows: PairedRow[] = [];
  for await (const answers of stored.answers({ reading, ...days })) {
    for (const { answer, status, findings } of answers) {
      if (answer.recordedAt > event.createdAt || status !== 'valid') continue;
      if (!findings) return 'removed';
      const { platform, promptId, askedAt } = answer;
      const place = { keywordId, platform, promptId, window: windowOf(firstDay, dayOf(askedAt)) };
      const names = new Set(findings.mentions.map(({ brandId }) => brandId));
      rows.push({ ...place, brandId: undefined, n: 1, named: 0, withOwn: 0 });
      for (const brandId of [OWN_BRAND, competitorId].filter((id) => names.has(id))) {
        rows.push({ ...place, brandId, n: 0, named: 1, withOwn: names.has(OWN_BRAND) ? 1 : 0 });
      }
    }
  }
  return rows;
}

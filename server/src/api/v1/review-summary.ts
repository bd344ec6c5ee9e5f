import type { ReviewSummary, ReviewSummaryPart } from '@visibility/sdk';
import { collecting } from '../../base/score-text.ts';
import { addDays, dayOf, daysBetween } from '../../base/time.ts';
import { wasChecked } from '../../insight/keyword-changes.ts';
import { readOvertaking } from '../../insight/overtaking.ts';
import { changeUrl, describeChange } from '../../insight/review/drops.ts';
import { pageUrl, shortDay } from '../../insight/review/links.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { plannedAnswers, sumPlanned } from '../../measure/planned-answers.ts';
import type { PlatformScore } from '../../score/visibility.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import { reportKeywords } from '../../store/counts/report-facts.ts';
import { newestTotals } from '../../store/counts/workspace-totals.ts';
import { latestChanges, type SeriesChange } from '../../store/events/recent-changes.ts';
import type { TimeRange } from '../../store/time-range.ts';
import type { Workspace } from '../../store/workspaces/workspaces.ts';
import { scoreDays } from '../dashboard/overview-score.ts';
import { toWire } from '../wire.ts';

const MOST_LEADERS = 5;
const MOST_NAMED = 3;

/** Every sentence is derived from counts and has the page with its evidence. */
export async function summarize(deps: MeasureDeps, workspace: Workspace, range: TimeRange): Promise<ReviewSummary> {
  const since = dayOf(range.since);
  const until = dayOf(new Date(range.until.getTime() - 1));
  const [score, changes, { leads }] = await Promise.all([
    newestScore(deps, workspace, { since, until }),
    latestChanges(deps.db, workspace.workspaceId, { since, until }),
    readOvertaking(deps.db, workspace.workspaceId, { most: 1 }),
  ]);
  const drops = changes.filter(({ points }) => points < 0);
  const rises = changes.filter(({ points }) => points > 0);
  const few = collecting(score?.n ?? 0, score ? await plannedFor(deps, workspace) : undefined);
  const parts = [
    scorePart(workspace, { score, few }),
    ...changeParts(workspace, { drops, rises, since }),
    ...leadParts(workspace, leads),
  ];
  const shown = few === undefined ? score : undefined;
  return {
    since,
    until,
    text: parts.map(({ text }) => text).join(' '),
    parts,
    visibility_score: shown?.score ?? null,
    interval: shown?.interval ?? null,
    sample_size: score?.n ?? 0,
    drops: drops.length,
    rises: rises.length,
    leaders: leads.slice(0, MOST_LEADERS).map(toWire),
  };
}

/** The score over all keywords of the latest seven days with answers, unless they end before the last seven days. */
async function newestScore(
  { db }: MeasureDeps,
  workspace: Workspace,
  { since, until: last }: { since: string; until: string },
): Promise<PlatformScore | undefined> {
  const { workspaceId } = workspace;
  const [keywords, { lastDay = last }] = await Promise.all([
    reportKeywords(db, workspaceId, { keywordIds: [], tags: [] }),
    newestTotals(db, workspaceId, undefined),
  ]);
  const until = lastDay < last ? lastDay : last;
  if (until < addDays(last, -WINDOW_DAYS)) return undefined;
  const rangeDays = daysBetween(since, until) + WINDOW_DAYS;
  const query = { since: until, until, keywords, stepDays: 1, workspace, rangeDays };
  const { points } = await scoreDays(db, workspaceId, query);
  return points[0]?.score.overall;
}

async function plannedFor({ db, ask }: MeasureDeps, workspace: Workspace): Promise<number> {
  const platforms = await ask.platforms(workspace);
  return sumPlanned(await plannedAnswers(db, workspace, { platforms }));
}

function scorePart(
  workspace: Workspace,
  { score, few }: { score: PlatformScore | undefined; few: string | undefined },
): ReviewSummaryPart {
  const url = pageUrl(workspace, '/keywords');
  if (!score) return { kind: 'score', text: 'No answers in the last 7 days.', url };
  if (few !== undefined) return { kind: 'score', text: `Visibility: ${few} answers.`, url };
  return { kind: 'score', text: `Visibility is ${score.score} of 100.`, url };
}

interface Changes {
  drops: SeriesChange[];
  rises: SeriesChange[];
  since: string;
}

function changeParts(workspace: Workspace, { drops, rises, since }: Changes): ReviewSummaryPart[] {
  const url = pageUrl(workspace, '/keywords');
  if (drops.length + rises.length > 0) {
    return [...changesOf(workspace, 'drop', drops), ...changesOf(workspace, 'rise', rises)];
  }
  const text = wasChecked(workspace)
    ? `No significant change since ${shortDay(since)}.`
    : 'Changes are tested after the second full week.';
  return [{ kind: 'verdict', text, url }];
}

/** The newest is described. */
function changesOf(workspace: Workspace, kind: 'drop' | 'rise', changes: SeriesChange[]): ReviewSummaryPart[] {
  const [newest] = changes;
  if (!newest) return [];
  const count =
    changes.length === 1 ? `One significant ${kind}: ` : `${changes.length} significant ${kind}s, the newest: `;
  return [{ kind, text: `${count}${describeChange(workspace, newest)}.`, url: changeUrl(workspace, newest) }];
}

type Lead = Awaited<ReturnType<typeof readOvertaking>>['leads'][number];

/** `Aplomb leads you on 5 keywords, weftly on 2.` Tested leads only, as of the last closed week. */
function leadParts(workspace: Workspace, leads: Lead[]): ReviewSummaryPart[] {
  const [first, ...others] = leads.slice(0, MOST_NAMED);
  if (!first) return [];
  const more = others.map(({ name, keywords }) => `, ${name} on ${keywords}`).join('');
  const text = `${first.name} leads you on ${first.keywords} ${first.keywords === 1 ? 'keyword' : 'keywords'}${more}.`;
  return [{ kind: 'lead', text, url: pageUrl(workspace, '/competitors') }];
}

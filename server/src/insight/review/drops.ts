import type { ReviewFigure } from '@visibility/sdk';
import { pointsText } from '../../base/score-text.ts';
import { addDays, dayOf } from '../../base/time.ts';
import { platformName } from '../../collect/platform-name.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import { latestChanges, type SeriesChange } from '../../store/events/recent-changes.ts';
import type { Workspace } from '../../store/workspaces/workspaces.ts';
import type { Finder, Finding } from './entry.ts';
import { answersUrl, pageUrl, shortDay } from './links.ts';

const MOST = 20;
/** As long as events are kept. */
const DAYS = 30;

/** Series whose latest significant change is a drop, newest first. */
export const findDrops: Finder = async ({ db, workspace }) => {
  const today = dayOf(workspace.now);
  const changes = await latestChanges(db, workspace.workspaceId, { since: addDays(today, -DAYS), until: today });
  return changes
    .filter(({ points }) => points < 0)
    .slice(0, MOST)
    .map((change) => dropOf(workspace, change));
};

function dropOf(workspace: Workspace, change: SeriesChange): Finding {
  const { keywordId, keyword, platform, eventId, createdAt, previousScore, newScore } = change;
  const window = daysOf(workspace, change);
  return {
    kind: 'drop',
    subject: `${keywordId} ${platform}`,
    version: eventId,
    since: createdAt,
    text: `${describeChange(workspace, change)}: ${previousScore} → ${newScore}`,
    keyword: { keywordId, keyword },
    platform,
    figures: figuresOf(change),
    eventId,
    answers: answersUrl({ keywordId, platform, ...window }),
    nextStep: { text: 'See why', url: changeUrl(workspace, change) },
  };
}

/** `“kanban board” on Gemini, −29 points since Nov 9` */
export function describeChange(workspace: Workspace, change: SeriesChange): string {
  const place = `“${change.keyword}” on ${platformName(change.platform)}`;
  return `${place}, ${pointsText(change.points)} since ${shortDay(daysOf(workspace, change).since)}`;
}

export function changeUrl(workspace: Workspace, { keywordId, eventId }: SeriesChange): string {
  return pageUrl(workspace, `/keywords/${keywordId}`, { event: eventId });
}

function figuresOf({ previousScore, newScore, evidence }: SeriesChange): ReviewFigure[] {
  const { k1, n1, k2, n2, previousInterval, newInterval } = evidence;
  if (k1 === undefined || n1 === undefined || k2 === undefined || n2 === undefined) return [];
  if (!previousInterval || !newInterval) return [];
  return [
    { label: 'Before', percent: previousScore, interval: previousInterval, count: k1, of: n1 },
    { label: 'Now', percent: newScore, interval: newInterval, count: k2, of: n2 },
  ];
}

/** The days of the new level. */
function daysOf({ firstDay }: Workspace, { evidence, createdAt }: SeriesChange): { since: string; until: string } {
  const { window, window_first: first = window } = evidence;
  if (window === undefined || first === undefined) {
    const day = dayOf(createdAt);
    return { since: addDays(day, -WINDOW_DAYS), until: addDays(day, -1) };
  }
  return {
    since: addDays(firstDay, WINDOW_DAYS * first),
    until: addDays(firstDay, WINDOW_DAYS * (window + 1) - 1),
  };
}

import { addDays, dayOf } from '../../base/time.ts';
import { platformName } from '../../collect/platform-name.ts';
import type { Workspace } from '../../store/workspaces/workspaces.ts';
import { readOvertaking, type ShownCrossing } from '../overtaking.ts';
import type { Finder, Finding } from './entry.ts';
import { pageUrl, shortDay } from './links.ts';

const MOST = 5;
const DAYS = 30;
const MOST_READ = 100;

/** Competitors whose latest tested lead changed in their favor, newest first. */
export const findOvertakings: Finder = async ({ db, workspace }) => {
  const { crossings } = await readOvertaking(db, workspace.workspaceId, { most: MOST_READ });
  const since = addDays(dayOf(workspace.now), -DAYS);
  const latest = [...new Map(crossings.toReversed().map((one) => [subjectOf(one), one])).values()].toReversed();
  const overtaken = latest.filter(({ direction, weekEnd }) => direction === 'was_overtaken' && weekEnd >= since);
  const overall = new Set(overtaken.filter(({ platform }) => platform === undefined).map(pairOf));
  return overtaken
    .filter((one) => one.platform === undefined || !overall.has(pairOf(one)))
    .slice(0, MOST)
    .map((one) => entryOf(workspace, one));
};

function entryOf(workspace: Workspace, crossing: ShownCrossing): Finding {
  const { keywordId, keyword, platform, competitor, weekEnd, after } = crossing;
  const of = after.sampleSize;
  const place = platform === undefined ? '' : ` on ${platformName(platform)}`;
  return {
    kind: 'overtaken',
    subject: subjectOf(crossing),
    version: weekEnd,
    since: new Date(weekEnd),
    text: `${competitor} overtook you for “${keyword}”${place} in the week to ${shortDay(weekEnd)}`,
    keyword: { keywordId, keyword },
    ...(platform !== undefined && { platform }),
    figures: [
      { label: 'You', percent: after.ownScore, interval: after.ownInterval, count: null, of },
      { label: competitor, percent: after.competitorScore, interval: after.competitorInterval, count: null, of },
    ],
    answers: crossing.answers,
    nextStep: { text: 'Compare', url: pageUrl(workspace, '/competitors') },
  };
}

function pairOf({ keywordId, competitorId }: ShownCrossing): string {
  return `${keywordId} ${competitorId}`;
}

function subjectOf(crossing: ShownCrossing): string {
  return `${pairOf(crossing)} ${crossing.platform ?? ''}`;
}

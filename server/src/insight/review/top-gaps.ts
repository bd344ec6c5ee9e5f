import { addDays, dayOf, isoSeconds } from '../../base/time.ts';
import { platformName } from '../../collect/platform-name.ts';
import { toPoints } from '../../score/rounding.ts';
import { wilson } from '../../score/wilson.ts';
import type { TimeRange } from '../../store/time-range.ts';
import type { Workspace } from '../../store/workspaces/workspaces.ts';
import { type Gap, readGaps } from '../gaps.ts';
import type { Finder, Finding } from './entry.ts';
import { answersUrl, pageUrl } from './links.ts';

const MOST = 5;
const DAYS = 30;

/** Sources with which competitors are mentioned and the brand is not, largest effect first. */
export const findTopGaps: Finder = async ({ db, workspace }) => {
  const today = dayOf(workspace.now);
  const range = { since: new Date(addDays(today, 1 - DAYS)), until: new Date(addDays(today, 1)) };
  const { gaps } = await readGaps(db, workspace, { range, sourceTypes: undefined, from: 0, count: MOST });
  return gaps.map((gap) => entryOf(workspace, gap, range));
};

function entryOf(workspace: Workspace, gap: Gap, range: TimeRange): Finding {
  const { kind, source, keywordId, keyword, platform, competitors, answers, sampleSize } = gap;
  const [low, high] = wilson(answers / sampleSize, sampleSize);
  const [first] = competitors;
  const action = kind === 'query' ? `search for “${source}”` : `cite ${source.replace(/^https?:\/\//, '')}`;
  return {
    kind: 'gap',
    subject: [keywordId, platform, kind, source].join(' '),
    // New evidence is another competitor in front, not one more answer.
    version: first?.competitorId ?? '',
    since: range.since,
    text: `Answers of ${platformName(platform)} for “${keyword}” that ${action} mention ${first?.name ?? 'competitors'} and not you`,
    keyword: { keywordId, keyword },
    platform,
    figures: [
      {
        label: 'Without you',
        percent: toPoints(answers / sampleSize),
        interval: [toPoints(low), toPoints(high)],
        count: answers,
        of: sampleSize,
      },
    ],
    answers: answersUrl({ keywordId, platform, ...isoRange(range), gap: 'true', [FILTERS[kind]]: source }),
    nextStep: { text: 'See the gap', url: pageUrl(workspace, '/gaps', { keyword: keywordId, platform, kind }) },
  };
}

/** The filter of a list of answers for each kind of source. */
const FILTERS = { domain: 'domain', page: 'page_url', query: 'query' };

function isoRange({ since, until }: TimeRange) {
  return { since: isoSeconds(since), until: isoSeconds(until) };
}

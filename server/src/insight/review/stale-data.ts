import { addDays, dayOf } from '../../base/time.ts';
import { newestAnswerAt } from '../../store/counts/overview-counts.ts';
import { countActivePrompts } from '../../store/questions/platform-health.ts';
import type { Finder } from './entry.ts';
import { pageUrl, shortDay } from './links.ts';

/** Every prompt is asked at least once a day. */
const STALE_HOURS = 48;
const LONGEST_DAYS = 400;

/** No answers for two days although there are prompts to ask. */
export const findStaleData: Finder = async ({ db, workspace, platforms }) => {
  const { workspaceId, now } = workspace;
  const until = dayOf(now);
  const [last, prompts, asked] = await Promise.all([
    newestAnswerAt(db, workspaceId, { since: addDays(until, -LONGEST_DAYS), until }),
    countActivePrompts(db, workspaceId),
    platforms(),
  ]);
  const isStale = last !== undefined && now.getTime() - last.getTime() > STALE_HOURS * 3_600_000;
  if (!isStale || prompts === 0) return [];
  const hasKey = asked.length > 0;
  return [
    {
      kind: 'stale_data',
      subject: 'answers',
      version: last.toISOString(),
      since: last,
      text: `No new answers since ${shortDay(last)}${hasKey ? '' : ': no platform has an API key'}`,
      nextStep: {
        text: hasKey ? 'Check keys and budget' : 'Add an API key',
        url: pageUrl(workspace, '/settings/platforms'),
      },
    },
  ];
};

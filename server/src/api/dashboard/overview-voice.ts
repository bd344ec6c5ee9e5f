import type { z } from 'zod';
import { addDays } from '../../base/time.ts';
import { readVotes, voiceRows } from '../../insight/share-of-voice.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import type { OverviewFilter } from '../../store/counts/overview.ts';
import type { Db } from '../../store/db.ts';
import type { NamedSubject } from '../../store/workspaces/readings.ts';
import type { voice } from './contract/overview.ts';

/** For more keywords with a tag, only the newest week is read: there are no totals by tag. */
const MOST_TAGGED = 200;

/** `share_of_voice` over the range. */
export async function shareVoice(
  db: Db,
  workspaceId: string,
  { subject, ...filter }: OverviewFilter & { subject: NamedSubject },
): Promise<z.input<typeof voice>> {
  const isMany = (filter.keywordIds?.length ?? 0) > MOST_TAGGED;
  const range = isMany ? { ...filter, since: addDays(filter.until, 1 - WINDOW_DAYS) } : filter;
  const votes = await readVotes(db, workspaceId, range);
  return { since: range.since, until: range.until, sample_size: votes.answers, brands: voiceRows(votes, subject) };
}

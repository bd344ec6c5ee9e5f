import type { z } from 'zod';
import { readVotes, voiceRows } from '../../insight/share-of-voice.ts';
import type { OverviewFilter } from '../../store/counts/overview.ts';
import type { Db } from '../../store/db.ts';
import type { NamedSubject } from '../../store/workspaces/readings.ts';
import type { voice } from './contract/overview.ts';

/** `share_of_voice` over the range. */
export async function shareVoice(
  db: Db,
  workspaceId: string,
  { subject, ...filter }: OverviewFilter & { subject: NamedSubject },
): Promise<z.input<typeof voice>> {
  const votes = await readVotes(db, workspaceId, filter);
  return { since: filter.since, until: filter.until, sample_size: votes.answers, brands: voiceRows(votes, subject) };
}

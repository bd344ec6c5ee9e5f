import { addDays } from '../base/time.ts';
import { type Break, findBreaks, isOurs } from '../score/breaks.ts';
import { panelChanges, platformTraits } from '../store/answers/series-traits.ts';
import type { Db } from '../store/db.ts';

/** A change of the measurement, after which scores may differ for another reason than visibility. */
export interface Marker {
  date: string;
  type: 'model' | 'adapter' | 'panel' | 'note';
  /** Undefined: all platforms. */
  platform: string | undefined;
  text: string;
}

export interface MarkerQuery {
  /** Undefined: only changes that concern every keyword. */
  keywordId?: string | undefined;
  since: string;
  until: string;
}

/** How far back to look for what answered before. */
const DAYS_BEFORE = 90;

/** The markers of a range of days, oldest first. */
export async function findMarkers(
  db: Db,
  workspaceId: string,
  { keywordId, since, until }: MarkerQuery,
): Promise<Marker[]> {
  const [traits, panels] = await Promise.all([
    platformTraits(db, workspaceId, { since: addDays(since, -DAYS_BEFORE), until }),
    keywordId === undefined ? [] : panelChanges(db, workspaceId, { keywordId, since, until }),
  ]);
  const breaks = findBreaks(traits).filter(({ day }) => day >= since);
  const markers = [
    ...breaks.filter((one) => !isExplained(one, breaks)).map(toMarker),
    ...panels.map(({ day, change }) => ({
      date: day,
      type: 'panel' as const,
      platform: undefined,
      text: `Prompts changed: ${change}`,
    })),
  ];
  return markers.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Another model answers because another one was requested. */
function isExplained({ trait, platform, day }: Break, breaks: Break[]): boolean {
  return (
    trait === 'model' &&
    breaks.some((one) => one.trait === 'requested_model' && one.platform === platform && one.day === day)
  );
}

const CHANGES = { requested_model: 'Requested model', model: 'Answering model', adapter_version: 'Adapter version' };

function toMarker({ platform, day, trait, before, after }: Break): Marker {
  const type = trait === 'adapter_version' ? 'adapter' : 'model';
  const note = isOurs({ trait }) ? '. Changes are not tested across this day' : '';
  const text = `${CHANGES[trait]} changed from ${before.join(', ')} to ${after.join(', ')}${note}`;
  return { date: day, type, platform, text };
}

import type { EventMarker } from '../api/events.ts';
import { formatDay } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { visibleText } from '../base/visible-text.ts';

/** A change of the measurement in one line: `Mar 4, Gemini: Answering model changed from … to …`. */
export function describeMarker({ date, platform, text }: EventMarker): string {
  const where = platform === null ? '' : `, ${platformLook(platform).name}`;
  return `${formatDay(date)}${where}: ${visibleText(text)}`;
}

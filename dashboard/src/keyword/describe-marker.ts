import { visibleText } from '../answer/visible-text.ts';
import { formatDay } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';

interface Marker {
  date: string;
  platform: string | null;
  text: string;
}

/** A change of the measurement in one line: `Mar 4, Gemini: Answering model changed from … to …`. */
export function describeMarker({ date, platform, text }: Marker): string {
  const where = platform === null ? '' : `, ${platformLook(platform).name}`;
  return `${formatDay(date)}${where}: ${visibleText(text)}`;
}

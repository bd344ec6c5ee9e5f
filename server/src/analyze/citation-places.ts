import type { CitedPage } from '../collect/platform.ts';
import { canonicalUrl } from './canonical-url.ts';
import type { Parts } from './context.ts';
import type { Marker } from './markers.ts';
import type { MaskKind } from './mask.ts';

/** A page in the platform's list, by its canonical URL. */
export interface ListedPage {
  canonical: string;
  /** Index in the platform's list, from 0: marker `[1]` means 0. */
  index: number;
}

/**
 * Where each cited page is first cited: as reported by the platform; else, if the platform reports no positions at all,
 * by its number; else where the text links to it.
 */
export function citationPlaces(listed: ListedPage[], cited: CitedPage[], markers: Marker[], parts: Parts) {
  const places = new Map<string, number>();
  const numbered = cited.some(({ spans }) => spans.length > 0) ? new Map<number, number>() : firstByNumber(markers);
  for (const { canonical, index } of listed) {
    const spans = cited[index]?.spans ?? [];
    const place = spans.length > 0 ? firstStart(spans, parts.text.length) : numbered.get(index + 1);
    if (place !== undefined) places.set(canonical, Math.min(place, places.get(canonical) ?? place));
  }
  const unplaced = new Set(listed.map(({ canonical }) => canonical).filter((canonical) => !places.has(canonical)));
  if (unplaced.size > 0) placeByLink(unplaced, places, parts);
  return places;
}

/**
 * Numbers in markers that match no source: `[0]`, or more than there are. A position reported by the platform is always
 * valid.
 */
export function danglingMarkers(markers: Marker[], cited: CitedPage[], sources: number): string[] {
  const spans = cited.flatMap((page) => page.spans).sort(([a], [b]) => a - b);
  const dangling = new Set<string>();
  let next = 0;
  let vouchedTo = -1;
  for (const { start, end, numbers } of markers) {
    for (; next < spans.length && (spans[next]?.[0] ?? end) < end; next++) {
      vouchedTo = Math.max(vouchedTo, spans[next]?.[1] ?? -1);
    }
    if (vouchedTo > start) continue;
    for (const number of numbers) {
      if (number < 1 || number > sources) dangling.add(`[${number}]`);
    }
  }
  return [...dangling];
}

function firstByNumber(markers: Marker[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const { start, numbers } of markers) {
    for (const number of numbers) {
      if (!first.has(number)) first.set(number, start);
    }
  }
  return first;
}

function firstStart(spans: CitedPage['spans'], length: number): number | undefined {
  let first: number | undefined;
  for (const [start] of spans) {
    if (start >= 0 && start < length && (first === undefined || start < first)) first = start;
  }
  return first;
}

function placeByLink(unplaced: Set<string>, places: Map<string, number>, { text, masks }: Parts): void {
  for (const { start, end, kind } of masks) {
    if (!LINKS.includes(kind)) continue;
    const found = ADDRESS.exec(text.slice(start, end - closingParens(text, start, kind)))?.[0];
    const canonical = found && canonicalUrl(addressOf(found, kind));
    if (canonical && unplaced.delete(canonical)) places.set(canonical, start);
    if (unplaced.size === 0) return;
  }
}

/** The kinds of masks that may contain the address of a citation. */
export const LINKS: readonly MaskKind[] = ['target', 'url', 'marker', 'html'];
export const ADDRESS = /https?:\/\/[^\s<>"]+/i;

/** In HTML, an address may be in single quotes, and its ampersands are written as `&amp;`. */
export function addressOf(found: string, kind: MaskKind): string {
  return kind === 'html' ? found.replace(/'.*$/, '').replaceAll('&amp;', '&') : found;
}

/** How many parentheses close `](…)` and `([…](…))`. A link definition has none. */
function closingParens(text: string, start: number, kind: MaskKind): number {
  if (kind === 'url' || kind === 'html' || text.charAt(start) === '[') return 0;
  return kind === 'target' ? 1 : 2;
}

import type { Answer } from '../collect/platform.ts';
import { canonicalUrl } from './canonical-url.ts';
import { ADDRESS, addressOf, LINKS } from './citation-places.ts';
import { withoutHtml } from './html.ts';
import { readMarkers } from './markers.ts';
import { type Mask, maskMarkdown } from './mask.ts';

/** A passage of an answer's text that carries a citation, in UTF-16 offsets. */
export interface CitationMark {
  start: number;
  end: number;
  /** Index of the page in the platform's list, from 0. */
  source: number;
}

/**
 * Every passage where an answer cites a page: as reported by the platform; else, if the platform reports none at all,
 * by the page's number; and where the text links to it.
 */
export function citationMarks({ text, cited }: Pick<Answer, 'text' | 'cited'>): CitationMark[] {
  const reported = cited.flatMap(({ spans }, source) =>
    (spans ?? []).map(([start, end]): CitationMark => ({ start, end, source })),
  );
  const masks = maskMarkdown(withoutHtml(text));
  const found = reported.length > 0 ? reported : numberedMarks(text, masks, cited.length);
  return [...found, ...linkMarks(text, masks, cited)]
    .map((mark) => ({ ...mark, start: Math.max(0, mark.start), end: Math.min(text.length, mark.end) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || a.end - b.end || a.source - b.source);
}

function numberedMarks(text: string, masks: Mask[], sources: number): CitationMark[] {
  return readMarkers(text, masks).flatMap(({ start, end, numbers }) =>
    numbers
      .filter((number) => number >= 1 && number <= sources)
      .map((number): CitationMark => ({ start, end, source: number - 1 })),
  );
}

/** Only the URL itself, not the linked text. */
function linkMarks(text: string, masks: Mask[], cited: Answer['cited']): CitationMark[] {
  const sources = new Map<string, number>();
  for (const [source, { url, spans }] of cited.entries()) {
    const canonical = (spans ?? []).length > 0 ? undefined : canonicalUrl(url);
    if (canonical !== undefined && !sources.has(canonical)) sources.set(canonical, source);
  }
  if (sources.size === 0) return [];
  return masks.flatMap(({ start, end, kind }) => {
    if (!LINKS.includes(kind)) return [];
    const found = ADDRESS.exec(text.slice(start, end));
    if (!found) return [];
    const address = kind === 'url' || kind === 'html' ? found[0] : found[0].replace(/\)+$/, '');
    const source = sources.get(canonicalUrl(addressOf(address, kind)) ?? '');
    const from = start + found.index;
    return source === undefined ? [] : [{ start: from, end: from + address.length, source }];
  });
}

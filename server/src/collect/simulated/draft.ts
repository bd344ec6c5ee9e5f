import type { CitedPage, Page } from '../platform.ts';
import type { CitationStyle, Source } from './citing.ts';

/** An answer being written, and the pages it uses so far. */
export interface Draft {
  text: string;
  /** Undefined: this answer cites nothing. */
  style: CitationStyle | undefined;
  cited: Map<string, CitedPage>;
  retrieved: Page[];
}

export function blankDraft(): Draft {
  return { text: '', style: undefined, cited: new Map(), retrieved: [] };
}

export function write(draft: Draft, passage: string, sources: Source[] = []): void {
  const start = draft.text.length;
  draft.text += passage;
  const end = draft.text.length;
  if (draft.style) for (const source of sources) cite(draft, draft.style, { source, passage: [start, end] });
}

/** Starts a new paragraph. */
export function breakParagraph(draft: Draft): void {
  draft.text = draft.text.trimEnd();
  if (draft.text !== '') draft.text += '\n\n';
}

export function writeHeading(draft: Draft, heading: string): void {
  breakParagraph(draft);
  write(draft, `## ${heading}\n\n`);
}

function cite(
  draft: Draft,
  style: CitationStyle,
  { source, passage }: { source: Source; passage: [number, number] },
): void {
  const page = draft.cited.get(source.url) ?? addPage(draft, style, source);
  const number = draft.retrieved.findIndex(({ url }) => url === page.url) + 1;
  const marker = style.marker({ number, page, source });
  if (marker === undefined) {
    page.spans.push(passage);
    return;
  }
  const start = draft.text.length;
  draft.text += marker.text;
  page.spans.push([start + marker.lead, draft.text.length]);
}

function addPage(draft: Draft, style: CitationStyle, source: Source): CitedPage {
  const page: CitedPage = { ...style.page(source), spans: [] };
  for (const other of style.unread()) addRetrieved(draft, other);
  addRetrieved(draft, page);
  draft.cited.set(source.url, page);
  return page;
}

function addRetrieved(draft: Draft, { url, title }: Page): void {
  if (!draft.retrieved.some((page) => page.url === url)) draft.retrieved.push({ url, title });
}

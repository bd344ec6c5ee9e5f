import type { PageType, SourceType } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import { PAGE_TYPES, TYPES } from '../citations/source-words.ts';

/** A domain, page or search after which answers mention competitors and not you. */
export type Gap = ItemOf<'GET /:mode/gaps'>;

export const KIND_WORDS: Record<Gap['kind'], string> = { domain: 'Domain', page: 'Page', query: 'Search' };

/** `Review site · Listicle` */
export function describeType({ kind, source_type, page_type }: Gap): string {
  const site = source_type && TYPES[source_type];
  const page = page_type && page_type !== 'other' ? PAGE_TYPES[page_type] : undefined;
  return [site ?? KIND_WORDS[kind], page].filter(Boolean).join(' · ');
}

const SITE_STEPS: Record<SourceType, string> = {
  own: 'Update this page.',
  competitor: 'Publish a page of your own that answers the same question.',
  community: 'Answer questions there with an account in your name.',
  editorial: 'Pitch your product to the editors.',
  reference: 'Check whether your product meets its criteria for an entry.',
  review: 'Complete your profile and ask customers for reviews.',
  institutional: 'Check whether it lists vendors, and apply.',
  corporate: 'Ask for a partnership, an integration page or a guest article.',
  unclassified: 'Open the site and find out how it chooses what it mentions.',
};

/** A page calls for something other than its site does. */
const PAGE_STEPS: Partial<Record<PageType, string>> = {
  listicle: 'Ask the editor to include you.',
  comparison: 'Ask the author to compare you, too.',
  review: 'Offer the reviewer access to your product.',
  thread: 'Reply in the thread and say who you are.',
  video: 'Offer the creator access to your product.',
  'how-to': 'Offer the author steps for your product.',
  reference: 'Suggest an entry with sources.',
};

/** What to do about a gap. It follows from the types alone. */
export function nextStep({ kind, source_type, page_type }: Gap): string {
  if (kind === 'query' || source_type === null) return 'Publish a page that answers this search.';
  const isElsewhere = source_type !== 'competitor' && source_type !== 'own';
  return (isElsewhere && page_type && PAGE_STEPS[page_type]) || SITE_STEPS[source_type];
}

/** The types that rules and people can give a domain. */
export const RULED_TYPES = ['community', 'editorial', 'reference', 'review', 'institutional', 'corporate'] as const;

/** What kind of site a page is on. `own` and `competitor` are known from the workspace, the others from rules. */
export const SOURCE_TYPES = ['own', 'competitor', ...RULED_TYPES, 'unclassified'] as const;

export type RuledType = (typeof RULED_TYPES)[number];
export type SourceType = (typeof SOURCE_TYPES)[number];

export const PAGE_TYPES = [
  'home',
  'product',
  'pricing',
  'documentation',
  'comparison',
  'listicle',
  'how-to',
  'review',
  'reference',
  'article',
  'thread',
  'video',
  'other',
] as const;

export type PageType = (typeof PAGE_TYPES)[number];

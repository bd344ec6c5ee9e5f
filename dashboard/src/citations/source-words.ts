import type { PageType, SettableSourceType, SourceType } from '@visibility/sdk';

export const TYPES: Record<SourceType, string> = {
  own: 'Yours',
  competitor: 'Competitor',
  community: 'Community',
  editorial: 'Editorial',
  reference: 'Reference',
  review: 'Review site',
  institutional: 'Institutional',
  corporate: 'Corporate',
  unclassified: 'Unclassified',
};

export const PAGE_TYPES: Record<PageType, string> = {
  home: 'Home page',
  product: 'Product',
  pricing: 'Pricing',
  documentation: 'Documentation',
  comparison: 'Comparison',
  listicle: 'Listicle',
  'how-to': 'How-to',
  review: 'Review',
  reference: 'Reference',
  article: 'Article',
  thread: 'Thread',
  video: 'Video',
  other: 'Other',
};

export const SOURCE_TYPES = Object.keys(TYPES) as SourceType[];
export const SETTABLE_TYPES = SOURCE_TYPES.filter(isSettable);

function isSettable(type: SourceType): type is SettableSourceType {
  return type !== 'own' && type !== 'competitor' && type !== 'unclassified';
}

import { dayOf } from '../base/time.ts';
import {
  ANY_COMPETITOR,
  type DomainSum,
  EVERY_ANSWER,
  type PageSum,
  type SourceSums,
} from '../store/counts/source-sums.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

interface CitingAnswer {
  answer: { askedAt: Date; platform: string };
  mentions: { brandId: string }[];
  citations: (Pick<PageSum, 'canonicalUrl' | 'domain' | 'owner' | 'title'> & { kind: string })[];
}

/** How many answers cite each page and domain per day and platform, and which brands they mention. */
export function countSources(answers: CitingAnswer[]): SourceSums {
  const pages = new Map<string, PageSum>();
  const domains = new Map<string, DomainSum>();
  for (const { answer, mentions, citations } of answers) {
    const place = { day: dayOf(answer.askedAt), platform: answer.platform };
    const placeName = `${place.day} ${place.platform}`;
    const cited = citations.filter(({ kind }) => kind === 'cited');
    for (const { canonicalUrl, domain, owner, title } of cited) {
      const key = `${placeName} ${owner} ${canonicalUrl} ${title}`;
      const sum = pages.get(key) ?? { ...place, canonicalUrl, domain, owner, title, answers: 0 };
      sum.answers++;
      pages.set(key, sum);
    }
    const brandIds = [EVERY_ANSWER, ...mentions.map(({ brandId }) => brandId)];
    if (mentions.some(({ brandId }) => brandId !== OWN_BRAND)) brandIds.push(ANY_COMPETITOR);
    for (const domain of new Set(cited.map((page) => page.domain))) {
      for (const brandId of brandIds) {
        const key = `${placeName} ${brandId} ${domain}`;
        const sum = domains.get(key) ?? { ...place, brandId, domain, answers: 0 };
        sum.answers++;
        domains.set(key, sum);
      }
    }
  }
  return { pages: [...pages.values()], domains: [...domains.values()] };
}

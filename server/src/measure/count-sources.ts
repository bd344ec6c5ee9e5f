import { getOrMake } from '../base/get-or-make.ts';
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
  citations: (CitedPage & { kind: string })[];
}

type CitedPage = Pick<PageSum, 'canonicalUrl' | 'domain' | 'owner' | 'title'>;

/** How many answers cite each page and domain per day and platform, and which brands they mention. */
export function countSources(answers: CitingAnswer[]): SourceSums {
  const places = new Map<string, Place>();
  for (const { answer, mentions, citations } of answers) {
    const cited = citations.filter(({ kind }) => kind === 'cited');
    if (cited.length === 0) continue;
    const { platform } = answer;
    const day = dayOf(answer.askedAt);
    const place = getOrMake(places, `${day} ${platform}`, () => ({
      day,
      platform,
      pages: new Map(),
      domains: new Map(),
    }));
    for (const page of cited) countPage(place, page);
    const brandIds = [EVERY_ANSWER, ...mentions.map(({ brandId }) => brandId)];
    if (mentions.some(({ brandId }) => brandId !== OWN_BRAND)) brandIds.push(ANY_COMPETITOR);
    for (const domain of new Set(cited.map((page) => page.domain))) {
      const brands = getOrMake(place.domains, domain, () => new Map<string, DomainSum>());
      for (const brandId of brandIds) {
        getOrMake(brands, brandId, () => ({ day, platform, brandId, domain, answers: 0 })).answers++;
      }
    }
  }
  const all = [...places.values()];
  return {
    pages: all.flatMap(({ pages }) => [...pages.values()].flat()),
    domains: all.flatMap(({ domains }) => [...domains.values()].flatMap((brands) => [...brands.values()])),
  };
}

/** The sums of a day and platform. Nested, because making one key of five texts took most of the time. */
interface Place {
  day: string;
  platform: string;
  /** By canonical URL. Most have one owner and one title. */
  pages: Map<string, PageSum[]>;
  /** By domain and brand. */
  domains: Map<string, Map<string, DomainSum>>;
}

function countPage({ day, platform, pages }: Place, { canonicalUrl, domain, owner, title }: CitedPage): void {
  const known = getOrMake(pages, canonicalUrl, () => []);
  const sum = known.find((one) => one.owner === owner && one.title === title);
  if (sum) sum.answers++;
  else known.push({ day, platform, canonicalUrl, domain, owner, title, answers: 1 });
}

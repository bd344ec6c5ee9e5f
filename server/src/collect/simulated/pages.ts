import type { Random } from '../../base/random.ts';
import { remember } from '../../base/remember.ts';
import { isQuestion } from '../panel.ts';
import type { Source } from './citing.ts';
import { chance, pick } from './dice.ts';
import { LEANING } from './favorites.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { Publisher, SimulatedBrand, World } from './world.ts';

const BRAND_PAGES: [path: string, title: string][] = [
  ['/', 'Home'],
  ['/pricing', 'Pricing'],
  ['/guides/{slug}', '{keyword}: a guide'],
  ['/templates', 'Templates'],
  ['/customers', 'Customer stories'],
  ['/blog/{slug}-compared', '{keyword} compared'],
  ['/help/import?from=csv', 'Importing your data'],
];

/** A page on the brand's own site, in one of the forms its URL can have. */
export function brandPage(random: Random, brand: SimulatedBrand, keyword: string): Source {
  const [path, title] = pick(random, BRAND_PAGES);
  const host = chance(random, 0.2) ? `www.${brand.domain}` : brand.domain;
  const end = path.length > 1 && !path.includes('?') && chance(random, 0.1) ? '/' : '';
  return {
    url: `https://${host}${path.replace('{slug}', slug(keyword))}${end}`,
    title: `${titled(title, keyword)} | ${brand.name}`,
    discreet: false,
  };
}

const PUBLISHER_PATHS = ['/reviews/{slug}', '/best/{slug}', '/2026/{slug}-tested', '/topics/{slug}', '/forum/{slug}'];

/** A page of a review site, magazine or forum. The first publishers are preferred. */
export function publisherPage(
  random: Random,
  publishers: Publisher[],
  { keyword, phrases }: { keyword: string; phrases: Phrases },
): Source {
  const publisher = pick(random, publishers, LEANING.publishers);
  const kind = Math.floor(random() * PUBLISHER_PATHS.length);
  const title = isQuestion(keyword) ? '{keyword}' : phrases.titles[kind % phrases.titles.length];
  return {
    url: `https://${publisher.domain}${PUBLISHER_PATHS[kind]?.replace('{slug}', slug(keyword))}`,
    title: `${titled(`${title}`, keyword)} | ${publisher.name}`,
    discreet: false,
  };
}

/** Those in the language of the answer if there are any. */
export function publishersFor(world: World, language: string): Publisher[] {
  const local = world.publishers.filter((publisher) => publisher.language === language);
  return local.length > 0 ? local : world.publishers.filter((publisher) => publisher.language === 'en');
}

function titled(template: string, keyword: string): string {
  const title = template.replace('{keyword}', () => keyword);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

export const slug = remember((keyword) => {
  const words = keyword
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words ? words.join('-') : 'overview';
}, 1_000);

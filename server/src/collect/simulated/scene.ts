import type { Random } from '../../base/random.ts';
import type { PanelLanguage } from '../panel.ts';
import { type CitationStyle, citationStyle, type Source } from './citing.ts';
import { chance, deal, pick } from './dice.ts';
import { blankDraft, type Draft } from './draft.ts';
import { CITES_SITE, favoritesOf, LEANING } from './favorites.ts';
import { brandPage, publisherPage, publishersFor } from './pages.ts';
import type { Phrases } from './phrases/phrases.ts';
import { PHRASES } from './phrases.ts';
import type { SimulatedBrand, SimulatedQuestion, World } from './world.ts';

/** Everything that one answer is written from. */
export interface Scene {
  random: Random;
  draft: Draft;
  phrases: Phrases;
  language: PanelLanguage;
  keyword: string;
  /** The products the answer lists, best first. */
  listed: Product[];
  /** The products it only mentions in passing. */
  passing: Product[];
  /** Brands of the market that it must not mention. */
  unnamed: SimulatedBrand[];
  next: Deck;
  /** A page for a statement about a product, or a general one. */
  source(product?: Product): Source[];
}

/** A tracked brand, or an untracked product. */
export interface Product {
  brand: SimulatedBrand | undefined;
  write(): string;
}

type Deck = Record<'good' | 'plain' | 'bad' | 'trait' | 'advice' | 'strength' | 'price', () => string>;

interface Cast {
  question: SimulatedQuestion;
  language: PanelLanguage;
  named: SimulatedBrand[];
  unnamed: SimulatedBrand[];
  /** Undefined or false: there is nothing to cite. */
  searched: boolean | undefined;
}

export function setScene(random: Random, world: World, cast: Cast): Scene {
  const { question, language, named, unnamed } = cast;
  const { keyword, platform } = question;
  const phrases = PHRASES[language];
  const products = named.map((brand): Product => ({ brand, write: () => spelled(random, brand) }));
  const passing = products.filter(() => chance(random, 0.12));
  const favorites = favoritesOf(world, question, publishersFor(world, language));
  const pageOfOthers = () => publisherPage(random, favorites.publishers, { keyword, phrases });
  const citesSite = ({ id }: SimulatedBrand) =>
    chance(random, favorites.sites.has(id) ? CITES_SITE.preferred : CITES_SITE.other);
  return {
    random,
    draft: cast.searched
      ? citingDraft(random, citationStyle(platform, random, pageOfOthers), pageOfOthers)
      : blankDraft(),
    phrases,
    language,
    keyword,
    listed: ranked(
      random,
      withExtras(
        random,
        products.filter((product) => !passing.includes(product)),
        favorites.extras,
      ),
    ),
    passing,
    unnamed,
    next: deck(random, phrases, pointsOf(world, keyword)),
    source(product) {
      const own = product?.brand && citesSite(product.brand) ? [brandPage(random, product.brand, keyword)] : [];
      return chance(random, own.length > 0 ? 0.15 : 0.45) ? [...own, pageOfOthers()] : own;
    },
  };
}

/** A completed search does not mean that the answer cites anything. */
function citingDraft(random: Random, style: CitationStyle, page: () => Source): Draft {
  if (chance(random, 0.95)) return { ...blankDraft(), style };
  return { ...blankDraft(), retrieved: [style.page(page())] };
}

function withExtras(random: Random, products: Product[], extras: string[]): Product[] {
  const wanted = 3 + Math.floor(random() * 3);
  const nextExtra = deal(random, extras, LEANING.extras);
  const filled = [...products];
  while (filled.length < wanted) {
    const name = nextExtra();
    filled.push({ brand: undefined, write: () => name });
  }
  return filled;
}

function ranked(random: Random, products: Product[]): Product[] {
  return products
    .map((product) => ({ product, weight: (product.brand?.level ?? 0.2) + random() * 0.6 }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ product }) => product);
}

function pointsOf(world: World, keyword: string): string[] {
  return world.topics.find((topic) => topic.keyword === keyword.toLowerCase())?.points ?? [];
}

function deck(random: Random, phrases: Phrases, points: string[]): Deck {
  const advice = deal(random, phrases.advice);
  const left = points.length > 0 && chance(random, 0.85) ? [pick(random, points)] : [];
  return {
    good: deal(random, phrases.good),
    plain: deal(random, phrases.plain),
    bad: deal(random, phrases.bad),
    trait: deal(random, phrases.traits),
    advice: () => left.pop() ?? advice(),
    strength: deal(random, phrases.strengths),
    price: deal(random, phrases.prices),
  };
}

/** The brand's name as people write it: usually like the owner does, sometimes not. */
function spelled(random: Random, brand: SimulatedBrand): string {
  return chance(random, 0.75) ? brand.name : pick(random, spellings(brand));
}

/** Every spelling of the name in an answer. All of them count as mentions. */
function spellings({ name, otherNames }: SimulatedBrand): string[] {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const written = [name, ...otherNames, plain];
  if (/[\s-]/.test(name)) written.push(name.replace(/[\s-]+/g, '-'), name.replace(/[\s-]+/g, ''));
  return [...new Set(written)];
}

import { chance, pick } from './dice.ts';
import { write } from './draft.ts';
import type { Product, Scene } from './scene.ts';

const NEUTRAL_GOODWILL = 0.6;

/** One sentence that mentions the product, positive or negative by its reputation, with its source. */
export function writeAbout(scene: Scene, product: Product): void {
  write(scene.draft, sentenceAbout(scene, product), scene.source(product));
}

/** The text after a product's name in a list: a trait, a sentence that mentions it again, or both. */
export function writeDescription(scene: Scene, product: Product): void {
  const { draft, next, phrases, random } = scene;
  if (chance(random, 0.4)) {
    write(draft, next.trait(), scene.source(product));
    return;
  }
  if (chance(random, 0.4)) {
    // A trait may be positive or negative, so only a neutral sentence cannot contradict it.
    write(draft, next.trait() + phrases.space);
    write(draft, named(scene, next.plain(), product), scene.source(product));
    return;
  }
  writeAbout(scene, product);
}

export function writeAdvice(scene: Scene): void {
  write(scene.draft, scene.next.advice(), scene.source());
}

/** The product's name as the head of a list item or table row. */
export function headOf({ random }: Scene, product: Product): string {
  const name = product.write();
  if (!product.brand || chance(random, 0.8)) return `**${name}**`;
  return pick(random, [
    `[${name}](https://${product.brand.domain}/)`,
    `**[${name}](https://${product.brand.domain})**`,
    name,
  ]);
}

function sentenceAbout(scene: Scene, product: Product): string {
  const { random, next } = scene;
  const goodwill = product.brand?.goodwill ?? NEUTRAL_GOODWILL;
  const mood = random();
  const sentence = mood < 0.75 * goodwill ? next.good() : mood > 1 - 0.4 * (1 - goodwill) ? next.bad() : next.plain();
  return named(scene, sentence, product);
}

function named({ random, language }: Scene, sentence: string, product: Product): string {
  const name = product.write();
  // A lowercase name is usually capitalized at the start of a sentence, but not always.
  if (sentence.startsWith('{name}') && chance(random, 0.5)) {
    return sentence.replace('{name}', () => name.charAt(0).toUpperCase() + name.slice(1));
  }
  const elides = language === 'fr' && /^[AEIOUÉ]/.test(name);
  return (elides ? sentence.replace(/\bde (?=\{name\})/, 'd’') : sentence).replace('{name}', () => name);
}

import type { Random } from '../../base/random.ts';
import { chance, pick } from './dice.ts';
import type { SimulatedBrand } from './world.ts';

/** The brand's name the way people write it: mostly as the owner does, now and then not. */
export function spelled(random: Random, brand: SimulatedBrand): string {
  return chance(random, 0.75) ? brand.name : pick(random, spellings(brand));
}

/** Every way in which an answer may write the name. All of them name the brand. */
function spellings({ name, otherNames }: SimulatedBrand): string[] {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const written = [name, ...otherNames, plain];
  if (/[\s-]/.test(name)) written.push(name.replace(/[\s-]+/g, '-'), name.replace(/[\s-]+/g, ''));
  return [...new Set(written)];
}

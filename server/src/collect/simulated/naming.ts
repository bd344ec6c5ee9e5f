import type { Random } from '../../base/random.ts';
import { chance, pick } from './dice.ts';
import type { SimulatedBrand } from './world.ts';

/** The brand's name as people write it: usually like the owner does, sometimes not. */
export function spelled(random: Random, brand: SimulatedBrand): string {
  return chance(random, 0.75) ? brand.name : pick(random, spellings(brand));
}

/** Every spelling of the name in an answer. All of them count as mentions. */
function spellings({ name, otherNames }: SimulatedBrand): string[] {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const written = [name, ...otherNames, plain];
  if (/[\s-]/.test(name)) written.push(name.replace(/[\s-]+/g, '-'), name.replace(/[\s-]+/g, ''));
  return [...new Set(written)];
}

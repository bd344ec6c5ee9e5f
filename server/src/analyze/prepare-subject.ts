import { caseRuleOf, foldWord, isDomain, writingsOf } from './aliases.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { asWritten } from './fold.ts';
import { isCommonName } from './meant-name.ts';
import { variantsOf } from './name-variants.ts';
import { domainOwners, type Owners } from './owners.ts';
import type { Alias, Brand, Subject } from './subject.ts';

/** A subject prepared for analyzing any number of answers. */
export interface PreparedSubject {
  /** The own brand first. */
  brandIds: string[];
  patterns: Pattern[];
  automaton: Automaton;
  owners: Owners;
}

/** The meaning of an automaton hit. */
export interface Pattern {
  units: string;
  /** Index into `brandIds`. -1 for a context word of a name. */
  brand: number;
  capitals: number[];
  /** For `exact` aliases: the required spelling of the name. */
  exact: string | undefined;
  isDomain: boolean;
  /** A common word with a capital, which has to mean the brand: see `meaningOf`. */
  isCommon: boolean;
  guard: Guard | undefined;
}

/** Words in the same sentence, by pattern index: one of `required`, none of `excluded`. */
export interface Guard {
  required: number[];
  excluded: number[];
}

/** Builds what is the same for every answer. Aliases that `validateAlias` rejects are left out. */
export function prepareSubject(subject: Subject): PreparedSubject {
  const brands = [subject.brand, ...subject.competitors];
  const words = new Map<string, number>();
  const patterns: Pattern[] = [];
  for (const alias of brands.flatMap(({ aliases }) => aliases)) {
    for (const word of [...(alias.requireAny ?? []), ...(alias.excludeAny ?? [])]) {
      const units = foldWord(word);
      if (units && !words.has(units)) words.set(units, patterns.push(guardWord(units)) - 1);
    }
  }
  const variants = variantsOf(brands);
  for (const [index, brand] of brands.entries()) {
    const certain = (variants[index] ?? []).filter(({ isCertain }) => isCertain).map(({ alias }) => alias);
    for (const alias of [...namesOf(brand), ...certain]) {
      patterns.push(...patternsOf(alias, index, words));
    }
  }
  return {
    brandIds: brands.map(({ id }) => id),
    patterns,
    automaton: buildAutomaton(patterns.map(({ units }) => units)),
    owners: domainOwners(subject),
  };
}

function guardWord(units: string): Pattern {
  return { units, brand: -1, capitals: [], exact: undefined, isDomain: false, isCommon: false, guard: undefined };
}

/** A brand's domains also count as its names. */
function namesOf({ aliases, domains }: Brand): Alias[] {
  const named = new Set(aliases.map(({ text }) => text.toLowerCase()));
  const unnamed = domains.filter((domain) => isDomain(domain) && !named.has(domain.toLowerCase()));
  return [...aliases, ...unnamed.map((text): Alias => ({ text, case: 'insensitive' }))];
}

function patternsOf(alias: Alias, brand: number, words: Map<string, number>): Pattern[] {
  const guard = guardOf(alias, words);
  const isCommon = caseRuleOf(alias) === 'smart' && !guard && isCommonName(alias.text);
  return writingsOf(alias).map(({ units, capitals }) => ({
    units,
    brand,
    capitals,
    exact: caseRuleOf(alias) === 'exact' ? asWritten(alias.text) : undefined,
    isDomain: isDomain(alias.text),
    isCommon: isCommon && capitals.length > 0,
    guard,
  }));
}

function guardOf({ requireAny = [], excludeAny = [] }: Alias, words: Map<string, number>): Guard | undefined {
  if (requireAny.length === 0 && excludeAny.length === 0) return undefined;
  const indexes = (list: string[]) => list.flatMap((word) => words.get(foldWord(word) ?? '') ?? []);
  return { required: indexes(requireAny), excluded: indexes(excludeAny) };
}

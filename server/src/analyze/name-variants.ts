import { COMMON_WORDS } from './common-words.ts';
import { foldText } from './fold.ts';
import { isCommonName } from './meant-name.ts';
import type { Alias, Brand } from './subject.ts';

/** Another writing of a brand's name. */
export interface NameVariant {
  alias: Alias;
  /** The name that it was made from. */
  of: string;
  why: 'ampersand' | 'number' | 'legal_form' | 'maker' | 'line' | 'former' | 'either';
  /** False if another brand or a word could be meant. Then it is only suggested. */
  isCertain: boolean;
}

const LEGAL_FORM =
  /[,\s]+(?:inc|incorporated|llc|ltd|limited|corp|corporation|co|company|plc|gmbh|ag|kg|se|s\.?a\.?s?|s\.?p\.?a|s\.?r\.?l|b\.?v|n\.?v|oy|ab|as|a\/s|kk|pty(?: ltd)?|(?:gmbh|ag) & co\.? kg)\.?$/iu;
/** What a company adds to its name and people leave out. */
const LINE =
  /\s+(?:appliances|audio|bedding|brands|cookware|electronics|footwear|foods|furniture|gear|group|holdings|home|international|kitchen|mattress|mattresses|mobile|outdoors?|security|sleep|software|sports|technologies|technology|wireless)$/iu;
/** Of these, the words that follow made-up names. "Brooklyn Bedding" without its second word is a place. */
const AFTER_MADE_UP =
  /\s(?:appliances|audio|electronics|gear|group|holdings|security|software|technologies|technology)$/i;
const SHORTEST_WITHOUT_LINE = 4;
const SHORTEST_WITH_NUMBER = 5;
/** The name itself says that these are names, even if they are common words. */
const EXPLICIT: ReadonlySet<string> = new Set(['legal_form', 'maker', 'former']);

/**
 * The other writings of the names of brands, by brand. Each is made from a name without a rule of its own, and belongs to
 * no other brand. Set-up, analysis and verification all use these.
 */
export function variantsOf(brands: Brand[]): NameVariant[][] {
  const owners = new Map<string, number>();
  for (const [index, { aliases }] of brands.entries()) {
    for (const { text } of aliases) owners.set(foldText(text), index);
  }
  const found = brands.map(({ aliases }) => aliases.flatMap(variantsOfAlias));
  const claims = new Map<string, number>();
  for (const [index, variants] of found.entries()) {
    for (const name of new Set(variants.map(({ alias }) => foldText(alias.text)))) {
      claims.set(name, owners.has(name) || claims.has(name) ? -1 : index);
    }
  }
  return found.map((variants, index) => {
    const own = new Map(variants.map((variant) => [foldText(variant.alias.text), variant]));
    return [...own].filter(([name]) => claims.get(name) === index).map(([, variant]) => variant);
  });
}

function variantsOfAlias(alias: Alias): NameVariant[] {
  if (alias.case !== undefined || alias.requireAny?.length || alias.excludeAny?.length) return [];
  const name = alias.text.trim();
  const found: NameVariant[] = [];
  const add = (text: string | undefined, why: NameVariant['why'], { isSure } = { isSure: true }) => {
    const short = text?.trim();
    if (!short || short === name || [...short].length < 2) return;
    const isCertain = isSure && (!isCommonName(short) || EXPLICIT.has(why));
    found.push({ alias: { text: short }, of: name, why, isCertain });
  };
  if (/\s&\s/.test(name)) add(name.replace(/\s&\s/g, ' and '), 'ampersand');
  if (/\sand\s/i.test(name)) add(name.replace(/\sand\s/gi, ' & '), 'ampersand');
  add(name.replace(LEGAL_FORM, ''), 'legal_form');
  const [, product, maker] = /^(.{2,}?)\s+(?:by|from)\s+(\p{Lu}.*)$/u.exec(name) ?? [];
  if (maker) add(product, 'maker');
  const [, now, before] =
    /^(.{2,}?)\s*\((?:formerly|previously|ex|was|aka|a\.k\.a\.)?:?\s*([^()]{2,})\)$/iu.exec(name) ?? [];
  add(now, 'former');
  add(before, 'former', { isSure: false });
  for (const one of / \/ /.test(name) ? name.split(' / ') : []) add(one, 'either');
  const line = name.replace(LINE, '');
  if (!/\s/.test(line) && line.length >= SHORTEST_WITHOUT_LINE) add(line, 'line', { isSure: AFTER_MADE_UP.test(name) });
  const number = otherNumber(name);
  add(number, 'number', { isSure: (number ?? '').length > name.length || /\s|\p{Ll}\p{Lu}/u.test(name) });
  return found;
}

/** "WinkBed" for "WinkBeds" and the other way around. Names that are words have no other number. */
function otherNumber(name: string): string | undefined {
  const last = /\p{L}*$/u.exec(name)?.[0] ?? '';
  if (!/^[A-Za-z]+$/.test(last) || last.length < SHORTEST_WITH_NUMBER || isCommonName(name)) return undefined;
  if (!/s$/i.test(last)) return /[xz]$|[A-Z]$/.test(last) ? undefined : `${name}s`;
  const single = name.slice(0, -1);
  const isPlural = /[^aeious]s$|[^aeious]es$/.test(last) && last.length > SHORTEST_WITH_NUMBER;
  return isPlural && !COMMON_WORDS.has(last.slice(0, -1).toLowerCase()) ? single : undefined;
}

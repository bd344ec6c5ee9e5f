import type { Alias, Brand } from '../../api/brand.ts';

/** A brand while it is typed: lists are texts, and every alias has a key of its own. */
export interface BrandDraft {
  name: string;
  aliases: AliasDraft[];
  domains: string;
}

export interface AliasDraft {
  key: number;
  text: string;
  case: Alias['case'];
  requireAny: string;
  excludeAny: string;
}

let keys = 0;

export function toDraft(brand: Brand | null): BrandDraft {
  return {
    name: brand?.name ?? '',
    aliases: brand?.aliases.map(toAliasDraft) ?? [],
    domains: brand?.domains.join('\n') ?? '',
  };
}

export function newAlias(): AliasDraft {
  return toAliasDraft({ text: '', case: 'smart', require_any: [], exclude_any: [] });
}

export function fromDraft({ name, aliases, domains }: BrandDraft): Brand {
  return {
    name: name.trim(),
    aliases: aliases
      .filter(({ text }) => text.trim() !== '')
      .map((alias) => ({
        text: alias.text.trim(),
        case: alias.case,
        require_any: readList(alias.requireAny),
        exclude_any: readList(alias.excludeAny),
      })),
    domains: readList(domains).map(toDomain),
  };
}

export function readList(text: string): string[] {
  return [...new Set(text.split(/[\n,;]/).map((one) => one.trim()))].filter(Boolean);
}

/** People paste addresses; what is meant is the host. */
export function toDomain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./, '');
}

function toAliasDraft({ text, case: rule, require_any, exclude_any }: Alias): AliasDraft {
  keys += 1;
  return { key: keys, text, case: rule, requireAny: require_any.join(', '), excludeAny: exclude_any.join(', ') };
}

import type { Alias, Brand } from '../../api/brand.ts';

/** The input of the brand form: lists as text, and a React key per alias. */
export interface BrandDraft {
  name: string;
  aliases: AliasDraft[];
  domains: string;
}

interface AliasDraft {
  key: number;
  text: string;
  case: Alias['case'];
  require_any: string;
  exclude_any: string;
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
        require_any: readList(alias.require_any),
        exclude_any: readList(alias.exclude_any),
      })),
    domains: readDomains(domains),
  };
}

/** Row numbers of the aliases that are sent. Empty rows are skipped. */
export function sentRows({ aliases }: BrandDraft): number[] {
  return aliases.flatMap(({ text }, place) => (text.trim() ? [place] : []));
}

export function readList(text: string): string[] {
  return [...new Set(text.split(/[\n,;]/).map((one) => one.trim()))].filter(Boolean);
}

/** Accepts URLs and keeps the host. */
export function readDomains(text: string): string[] {
  return [...new Set(readList(text).map(toDomain))];
}

function toDomain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./, '');
}

function toAliasDraft({ text, case: rule, require_any, exclude_any }: Alias): AliasDraft {
  keys += 1;
  return { key: keys, text, case: rule, require_any: require_any.join(', '), exclude_any: exclude_any.join(', ') };
}

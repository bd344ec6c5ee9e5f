import type { NewAlias } from '@visibility/sdk';
import type { CompetitorWish, Standing } from '../api/competitors.ts';

/** An alias as it is typed: words separated by commas. */
export interface AliasDraft {
  /** For React: drafts are added and removed in the middle. */
  key: number;
  text: string;
  case: NonNullable<NewAlias['case']>;
  requireAny: string;
  excludeAny: string;
}

export interface CompetitorDraft {
  name: string;
  domain: string;
  domains: string;
  aliases: AliasDraft[];
  /** Whether the former name goes on counting after a rename. */
  keepsName: boolean;
}

let keys = 0;

export function newAlias(alias?: NewAlias): AliasDraft {
  return {
    key: ++keys,
    text: alias?.text ?? '',
    case: alias?.case ?? 'smart',
    requireAny: alias?.require_any?.join(', ') ?? '',
    excludeAny: alias?.exclude_any?.join(', ') ?? '',
  };
}

export function draftOf(competitor: Standing | undefined): CompetitorDraft {
  return {
    name: competitor?.name ?? '',
    domain: competitor?.domain ?? '',
    domains: competitor?.domains.join(', ') ?? '',
    aliases: (competitor?.aliases ?? []).map(newAlias),
    keepsName: true,
  };
}

/** What is sent. A former name that is kept becomes an alias; empty lines are left out. */
export function wishOf(draft: CompetitorDraft, formerName: string | undefined): CompetitorWish {
  const aliases = draft.aliases.flatMap((alias) => (alias.text.trim() ? [aliasOf(alias)] : []));
  const isRenamed = isRename(draft, formerName);
  const isListed = aliases.some(({ text }) => text === formerName);
  return {
    name: draft.name.trim(),
    domain: hostOf(draft.domain) || null,
    aliases: isRenamed && draft.keepsName && formerName && !isListed ? [{ text: formerName }, ...aliases] : aliases,
    domains: wordsOf(draft.domains).map(hostOf),
  };
}

export function isRename({ name }: CompetitorDraft, formerName: string | undefined): boolean {
  return formerName !== undefined && name.trim() !== '' && name.trim() !== formerName;
}

function aliasOf({ text, case: rule, requireAny, excludeAny }: AliasDraft): NewAlias {
  const [needed, refused] = [wordsOf(requireAny), wordsOf(excludeAny)];
  return {
    text: text.trim(),
    ...(rule !== 'smart' && { case: rule }),
    ...(needed.length > 0 && { require_any: needed }),
    ...(refused.length > 0 && { exclude_any: refused }),
  };
}

function wordsOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
}

/** People paste addresses: of `https://www.acme.io/about` the host is meant. */
function hostOf(text: string): string {
  return text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/, '');
}

import type { NewAlias } from '@visibility/sdk';
import type { CompetitorInput, TrackedBrand } from '../api/competitors.ts';
import { linesOf } from '../base/lines.ts';

/** The input for an alias. Words are separated by commas. */
export interface AliasDraft {
  /** React key, because rows can be removed in the middle. */
  key: number;
  text: string;
  case: NonNullable<NewAlias['case']>;
  require_any: string;
  exclude_any: string;
}

export interface CompetitorDraft {
  name: string;
  domain: string;
  domains: string;
  aliases: AliasDraft[];
  /** Whether the former name still counts after a rename. */
  keepsName: boolean;
}

let keys = 0;

export function newAlias(alias?: NewAlias): AliasDraft {
  return {
    key: ++keys,
    text: alias?.text ?? '',
    case: alias?.case ?? 'smart',
    require_any: alias?.require_any?.join(', ') ?? '',
    exclude_any: alias?.exclude_any?.join(', ') ?? '',
  };
}

export function draftOf(competitor: TrackedBrand | undefined): CompetitorDraft {
  return {
    name: competitor?.name ?? '',
    domain: competitor?.domain ?? '',
    domains: competitor?.domains.join(', ') ?? '',
    aliases: (competitor?.aliases ?? []).map(newAlias),
    keepsName: true,
  };
}

/** The request body. A former name that is kept becomes an alias. Empty rows are skipped. */
export function inputOf(draft: CompetitorDraft, formerName: string | undefined): CompetitorInput {
  const aliases = draft.aliases.flatMap((alias) => (alias.text.trim() ? [aliasOf(alias)] : []));
  const isRenamed = isRename(draft, formerName);
  const isListed = aliases.some(({ text }) => text === formerName);
  return {
    name: draft.name.trim(),
    domain: hostOf(draft.domain) || null,
    aliases: isRenamed && draft.keepsName && formerName && !isListed ? [{ text: formerName }, ...aliases] : aliases,
    domains: linesOf(draft.domains).map(hostOf),
  };
}

/** Row numbers of the sent aliases. Undefined for the former name, which has no row. */
export function sentRows(draft: CompetitorDraft, formerName: string | undefined): (number | undefined)[] {
  const rows = draft.aliases.flatMap(({ text }, place) => (text.trim() ? [place] : []));
  return (inputOf(draft, formerName).aliases?.length ?? 0) > rows.length ? [undefined, ...rows] : rows;
}

export function isRename({ name }: CompetitorDraft, formerName: string | undefined): boolean {
  return formerName !== undefined && name.trim() !== '' && name.trim() !== formerName;
}

function aliasOf({ text, case: rule, require_any, exclude_any }: AliasDraft): NewAlias {
  const [needed, refused] = [linesOf(require_any), linesOf(exclude_any)];
  return {
    text: text.trim(),
    ...(rule !== 'smart' && { case: rule }),
    ...(needed.length > 0 && { require_any: needed }),
    ...(refused.length > 0 && { exclude_any: refused }),
  };
}

/** Accepts URLs such as `https://www.acme.io/about` and keeps the host. */
function hostOf(text: string): string {
  return text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/, '');
}

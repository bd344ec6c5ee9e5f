import type { Alias, Beginning, BrandState } from '../api/brand.ts';
import type { NewKeyword } from '../api/keywords.ts';
import { type KeywordLine, readPasted } from '../keywords/read-keywords.ts';
import { readList, toDomain } from '../settings/brand/brand-draft.ts';

/** The steps as they are typed. Nothing of it is stored on the server before the last button. */
export interface Draft {
  step: number;
  name: string;
  /** One a line. */
  names: string;
  domains: string;
  /** Rules that names had before. */
  aliases: Alias[];
  competitors: CompetitorDraft[];
  words: string;
  /** From a CSV file. */
  imported: NewKeyword[];
  importedFrom: string;
  dailyCap: number | null;
  monthlyCap: number | null;
}

export interface CompetitorDraft {
  name: string;
  domain: string;
}

export const STEPS = ['Your brand', 'Competitors', 'Keywords', 'Cost and start'];
export const MOST_KEYWORDS = 1000;
const STORED_AS = 'visibility.start';

const EMPTY: Draft = {
  ...{ step: 0, name: '', names: '', domains: '', aliases: [], competitors: [{ name: '', domain: '' }] },
  ...{ words: '', imported: [], importedFrom: '', dailyCap: 5, monthlyCap: null },
};

/** What was typed in this tab before, or what the server knows. */
export function loadDraft({ brand, competitors }: BrandState): Draft {
  const kept = readKept();
  if (kept) return kept;
  return {
    ...EMPTY,
    name: brand?.name ?? '',
    names: brand?.aliases.map(({ text }) => text).join('\n') ?? '',
    domains: brand?.domains.join('\n') ?? '',
    aliases: brand?.aliases ?? [],
    competitors:
      competitors.length > 0
        ? competitors.map(({ name, domains }) => ({ name, domain: domains.join(', ') }))
        : EMPTY.competitors,
  };
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing, or a list too long for it: the page works, only a reload begins anew.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORED_AS);
}

/** The pasted lines; those of the file were looked at when it was read. */
export function linesOf(draft: Draft): KeywordLine[] {
  return readPasted(draft.words, { tags: [], country: null, language: null }).lines;
}

export function keywordsOf(draft: Draft): NewKeyword[] {
  const pasted = linesOf(draft).filter(({ problems }) => problems.length === 0);
  return [...pasted.map(({ keyword }) => keyword), ...draft.imported];
}

export function toBeginning(draft: Draft, { isDryRun }: { isDryRun: boolean }): Beginning {
  const aliasOf = (text: string): Alias =>
    draft.aliases.find((alias) => alias.text === text) ?? { text, case: 'smart', require_any: [], exclude_any: [] };
  return {
    brand: {
      name: draft.name.trim(),
      aliases: readList(draft.names).map(aliasOf),
      domains: readList(draft.domains).map(toDomain),
    },
    competitors: namedCompetitors(draft).map(({ name, domain }) => ({
      name: name.trim(),
      aliases: [],
      domains: readList(domain).map(toDomain),
    })),
    keywords: keywordsOf(draft),
    budget: { daily_cap_usd: draft.dailyCap, monthly_cap_usd: draft.monthlyCap },
    dry_run: isDryRun,
  };
}

/** A row without a name is a row that was not used. */
export function namedCompetitors({ competitors }: Draft): CompetitorDraft[] {
  return competitors.filter(({ name, domain }) => name.trim() !== '' || domain.trim() !== '');
}

function readKept(): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...EMPTY, ...kept } : undefined;
  } catch {
    return undefined;
  }
}

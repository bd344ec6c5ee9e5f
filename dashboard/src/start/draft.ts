import type { Alias, Beginning, BrandState } from '../api/brand.ts';
import type { NewKeyword } from '../api/keywords.ts';
import { type KeywordLine, readPasted } from '../keywords/read-keywords.ts';
import { readDomains, readList } from '../settings/brand/brand-draft.ts';
import { toNumber } from '../settings/platforms/budget-form.tsx';

/** The input of all steps. The server stores nothing until the last step. */
export interface Draft {
  step: number;
  /** Aliases and domains: one per line. */
  brand: { name: string; aliases: string; domains: string };
  /** Saved matching rules of the aliases. */
  rules: Alias[];
  competitors: CompetitorDraft[];
  /** One per line. */
  keywords: string;
  /** From a CSV file. */
  imported: NewKeyword[];
  importedFrom: string;
  budget: { daily_cap_usd: string | number; monthly_cap_usd: string | number };
}

export interface CompetitorDraft {
  name: string;
  domains: string;
}

export const STEPS = ['Your brand', 'Competitors', 'Keywords', 'Cost and start'];
export const MOST_KEYWORDS = 1000;
const STORED_AS = 'visibility.start.2';

const EMPTY: Draft = {
  step: 0,
  brand: { name: '', aliases: '', domains: '' },
  rules: [],
  competitors: [{ name: '', domains: '' }],
  keywords: '',
  imported: [],
  importedFrom: '',
  budget: { daily_cap_usd: 5, monthly_cap_usd: '' },
};

/** The input kept in this tab, or else the brand and competitors stored on the server. */
export function loadDraft({ brand, competitors }: BrandState): Draft {
  const kept = readKept();
  if (kept) return kept;
  return {
    ...EMPTY,
    brand: {
      name: brand?.name ?? '',
      aliases: brand?.aliases.map(({ text }) => text).join('\n') ?? '',
      domains: brand?.domains.join('\n') ?? '',
    },
    rules: brand?.aliases ?? [],
    competitors:
      competitors.length > 0
        ? competitors.map(({ name, domains }) => ({ name, domains: domains.join(', ') }))
        : EMPTY.competitors,
  };
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(draft));
  } catch {
    // Storage is disabled or full. The page still works, but a reload loses the input.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORED_AS);
}

/** The pasted lines. Lines from a file are checked when it is read. */
export function linesOf(draft: Draft): KeywordLine[] {
  return readPasted(draft.keywords, { tags: [], country: null, language: null }).lines;
}

export function keywordsOf(draft: Draft): NewKeyword[] {
  const pasted = linesOf(draft).filter(({ problems }) => problems.length === 0);
  return [...pasted.map(({ keyword }) => keyword), ...draft.imported];
}

export function toBeginning(draft: Draft, { isDryRun }: { isDryRun: boolean }): Beginning {
  const aliasOf = (text: string): Alias =>
    draft.rules.find((alias) => alias.text === text) ?? { text, case: 'smart', require_any: [], exclude_any: [] };
  return {
    brand: {
      name: draft.brand.name.trim(),
      aliases: readList(draft.brand.aliases).map(aliasOf),
      domains: readDomains(draft.brand.domains),
    },
    competitors: usedCompetitors(draft).map(({ name, domains }) => ({
      name: name.trim(),
      aliases: [],
      domains: readDomains(domains),
    })),
    keywords: keywordsOf(draft),
    budget: {
      daily_cap_usd: toNumber(draft.budget.daily_cap_usd),
      monthly_cap_usd: toNumber(draft.budget.monthly_cap_usd),
    },
    dry_run: isDryRun,
  };
}

/** Competitors with a name or a domain. Empty rows are skipped. */
export function usedCompetitors({ competitors }: Draft): CompetitorDraft[] {
  return competitors.filter(isUsed);
}

/** Row numbers of the competitors that are sent. */
export function sentRows({ competitors }: Draft): number[] {
  return competitors.flatMap((competitor, place) => (isUsed(competitor) ? [place] : []));
}

function isUsed({ name, domains }: CompetitorDraft): boolean {
  return name.trim() !== '' || domains.trim() !== '';
}

function readKept(): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...EMPTY, ...kept } : undefined;
  } catch {
    return undefined;
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { NO_PERIOD, type PeriodView, parsePeriod } from './period.ts';

/** The filters of a page. They are part of the URL, so that a view can be reloaded, shared and bookmarked. */
export interface View extends PeriodView {
  platform?: string;
  tag?: string;
  q?: string;
  sort?: string;
  page?: number;
}

/** Reads the filters shared by all pages. */
export function parseView(search: Record<string, unknown>): View {
  return {
    ...parsePeriod(search),
    platform: readText(search.platform),
    tag: readText(search.tag),
    q: readText(search.q),
    sort: readText(search.sort),
    page: readWhole(search.page, 2, 1_000_000),
  };
}

/** The view of the page and a function to change it. Changing a filter returns to the first page. */
export function useView<Own extends View>() {
  const found: Record<string, unknown> = useSearch({ strict: false });
  // The router keeps the raw values of keys that a parser leaves out.
  const view = { ...found, ...NO_PERIOD, ...parsePeriod(found) } as unknown as Own;
  const navigate = useNavigate();
  const change = (changes: Partial<Own>) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, page: undefined, ...changes }),
      replace: !('page' in changes),
      resetScroll: 'page' in changes,
    });
  return { view, change };
}

export function readText(value: unknown): string | undefined {
  // The router parses `?q=2024` as a number.
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
}

export function readWhole(value: unknown, least: number, most: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

export function readOneOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): (value: unknown) => Choice | undefined {
  return (value) => readOneOf(value, choices);
}

/** Reads the filters shared by all pages, and those of one page. */
export function viewOf<Own extends object>(own: { [Field in keyof Own]: (value: unknown) => Own[Field] }) {
  const fields = Object.keys(own) as (keyof Own & string)[];
  return (search: Record<string, unknown>): View & Partial<Own> => {
    const read = fields.map((field) => [field, own[field](search[field])]);
    return { ...parseView(search), ...Object.fromEntries(read) };
  };
}

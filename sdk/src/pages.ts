import type { List } from './records.ts';

const LONGEST_PAGE = 100;

interface Paged {
  page?: number;
  per_page?: number;
}

/**
 * Every record of a list, fetched page by page as you iterate. New records at the start of a list shift others to the
 * next page; a record that was on the previous page is not returned again.
 */
export async function* iteratePages<Item, Query extends Paged>(
  list: (query: Query) => Promise<List<Item>>,
  query: Query | undefined,
  idOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  let before = new Set<string>();
  for (let page = query?.page ?? 1; ; page++) {
    const { data, meta } = await list({ ...query, page, per_page: query?.per_page ?? LONGEST_PAGE } as Query);
    for (const item of data) if (!before.has(idOf(item))) yield item;
    if (data.length === 0 || page * meta.per_page >= meta.total) return;
    before = new Set(data.map(idOf));
  }
}

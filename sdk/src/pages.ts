import type { List } from './records.ts';

const LONGEST_PAGE = 100;

interface Paged {
  page?: number;
  per_page?: number;
}

/**
 * Every record of a list, page by page, as they are asked for. In a list that grows at its head meanwhile, records move
 * to the next page; those that were there a moment ago are not handed out twice.
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

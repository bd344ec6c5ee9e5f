import type { List } from './records.ts';

const LONGEST_PAGE = 100;

/**
 * Every record of a list, fetched page by page as you iterate. New records at the start of a list shift others to the
 * next page; a record that was on the previous page is not returned again. The fields of `key` identify a record.
 */
export async function* iteratePages<Item>(
  list: (query: object) => Promise<List<Item>>,
  { query, key }: { query: { page?: number; per_page?: number } | undefined; key: string[] },
): AsyncGenerator<Item, void, undefined> {
  const idOf = (item: Item) => JSON.stringify(key.map((field) => item[field as keyof Item]));
  let before = new Set<string>();
  for (let page = query?.page ?? 1; ; page++) {
    const { data, meta } = await list({ ...query, page, per_page: query?.per_page ?? LONGEST_PAGE });
    for (const item of data) if (!before.has(idOf(item))) yield item;
    if (data.length === 0 || page * meta.per_page >= meta.total) return;
    before = new Set(data.map(idOf));
  }
}

import { type ZodType, z } from 'zod';
import { LONGEST_PAGE, type Page } from '../../store/pages.ts';

/** A number in a query. Anything but a plain integer is rejected. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    // For any number of digits, only the limit is reported.
    .transform((text) => Math.min(Number(text), most + 1))
    .pipe(z.int().min(least).max(most));

export const pageQuery = {
  page: wholeNumber(1, 999_999_999).default(1).describe('Page number. After the last page, `data` is empty.'),
  per_page: wholeNumber(1, LONGEST_PAGE).default(20).describe('Records per page.'),
};

const listMeta = z
  .strictObject({ total: z.int().describe('Number of records on all pages.'), page: z.int(), per_page: z.int() })
  .meta({ id: 'ListMeta', example: { total: 1, page: 1, per_page: 20 } });

/** The envelope of a list, with a name and an example if its records have them. */
export function listOf<Item extends ZodType>(item: Item) {
  const list = z.strictObject({ data: z.array(item), meta: listMeta });
  const { id, example } = item.meta() ?? {};
  if (id === undefined) return list;
  return list.meta({ id: `${id}List`, example: { data: [example], meta: { total: 1, page: 1, per_page: 20 } } });
}

interface PageQuery {
  page: number;
  per_page: number;
}

export interface PageOfList {
  page: number;
  perPage: number;
  total: number;
}

/** The page that a query asks for. */
export function pageIn({ page, per_page: perPage }: PageQuery): Page {
  return { page, perPage };
}

/** The same as the records of a list in memory. */
export function partIn({ page, per_page: count }: PageQuery) {
  return { from: (page - 1) * count, count };
}

/** One page of a list, with links that repeat the rest of the query. */
export function listPage<Item>(
  { page, per_page: perPage, ...filter }: PageQuery,
  { data, total }: { data: Item[]; total: number },
) {
  const shown = { page, perPage, total };
  return { headers: linksOf(filter, shown), body: { data, meta: metaOf(shown) } };
}

/** One page of a short list that is already in memory. */
export function pageOf<Item>(all: readonly Item[], query: PageQuery) {
  const { from, count } = partIn(query);
  return listPage(query, { data: all.slice(from, from + count), total: all.length });
}

/** A list that has no pages. */
export function wholeList<Item>(data: Item[]) {
  return { data, meta: metaOf({ page: 1, perPage: data.length, total: data.length }) };
}

export function metaOf({ total, page, perPage }: PageOfList) {
  return { total, page, per_page: perPage };
}

/** Many clients reject more than 16 kB of headers. With filters of that length, a page has no links. */
const LONGEST_LINKS = 8_000;

/** First, previous, next and last page as a `Link` header with the query only. The URL is added when it is sent. */
export function linksOf(query: Record<string, unknown>, { total, page, perPage }: PageOfList): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const targets: [string, number][] = [['first', 1]];
  if (page > 1) targets.push(['prev', Math.min(page - 1, last)]);
  if (page < last) targets.push(['next', page + 1]);
  targets.push(['last', last]);
  const links = targets.map(([name, target]) => {
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
    params.set('page', String(target));
    params.set('per_page', String(perPage));
    return `<?${params}>; rel="${name}"`;
  });
  const link = links.join(', ');
  return link.length > LONGEST_LINKS ? {} : { link };
}

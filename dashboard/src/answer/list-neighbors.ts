import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import type { Call } from '@visibility/server/contract';
import { type Asked, read } from '../api/read.ts';
import { type Mode, useMode } from '../base/mode.ts';
import { useNow } from '../base/session-context.ts';
import { PER_PAGE as CITATIONS, citationFilterOf, parseCitationsView } from '../citations/citations-view.ts';
import { answerFilterOf, parseKeywordView } from '../keyword/keyword-view.ts';
import { countedFilterOf, mentionFilterOf, parseMentionsView } from '../mentions/mentions-view.ts';

type Search = Record<string, unknown>;

export interface Neighbor {
  answerId: string;
  from: string | undefined;
}

/** A list that answers are opened from. */
interface AnswerList {
  label: string;
  path: string;
  search: Search;
}

/** The list at an address. Undefined if it is not one of ours. */
export function listOf(from: string | undefined): AnswerList | undefined {
  const [path = '', query = ''] = from?.split('?') ?? [];
  const search = defaultParseSearch(query);
  if (path === '/mentions') return { label: 'Mentions', path, search };
  if (path === '/citations') return { label: 'Citations', path, search };
  if (/^\/keywords\/[\w-]+$/.test(path)) return { label: 'Keyword', path, search };
  return undefined;
}

/** The answers before and after an answer in the list it was opened from. Undefined: it is not in the list. */
export function useListNeighbors(from: string | undefined, answerId: string) {
  const mode = useMode();
  const client = useQueryClient();
  const now = useNow();
  const list = listOf(from);
  const { data } = useQuery({
    queryKey: [mode, 'list-neighbors', from, answerId],
    queryFn: () =>
      list ? findNeighbors(list, answerId, (search) => fetchIds(client, list, { mode, now, search })) : null,
    enabled: list !== undefined,
  });
  return data ?? undefined;
}

async function findNeighbors(list: AnswerList, answerId: string, idsOf: (search: Search) => Promise<string[]>) {
  const page = Number(list.search.page ?? 1);
  const at = (number: number): Search => ({ ...list.search, page: number > 1 ? number : undefined });
  const ids = await idsOf(at(page));
  const [first, last] = [ids.indexOf(answerId), ids.lastIndexOf(answerId)];
  if (first === -1) return null;
  const isOther = (id: string) => id !== answerId;
  const as = (found: string | undefined, number: number): Neighbor | undefined =>
    found === undefined ? undefined : { answerId: found, from: list.path + defaultStringifySearch(at(number)) };
  // A list may have an answer several times in a row, also over the end of a page.
  const previous =
    as(ids.slice(0, first).findLast(isOther), page) ??
    (page > 1 ? as((await idsOf(at(page - 1))).findLast(isOther), page - 1) : undefined);
  const next = as(ids.slice(last).find(isOther), page) ?? as((await idsOf(at(page + 1))).find(isOther), page + 1);
  return { previous, next };
}

interface Place {
  mode: Mode;
  now: Date;
  search: Search;
}

/** The answers on a page of the list. It is usually loaded already. */
async function fetchIds(client: QueryClient, { path }: AnswerList, { mode, now, search }: Place): Promise<string[]> {
  const params = { mode };
  const fetched = <One extends Call>(call: One, asked: Asked<One>) => client.ensureQueryData(read(call, asked));
  const { data }: { data: { answer_id: string }[] } = await fetchList();
  return data.map(({ answer_id }) => answer_id);

  function fetchList() {
    if (path === '/mentions') {
      const view = parseMentionsView(search);
      if (view.tab === undefined)
        return fetched('GET /:mode/mentions/sentences', { params, query: mentionFilterOf(view, now) });
      const query = countedFilterOf(view, now);
      if (view.tab === 'attributes') return fetched('GET /:mode/attributes', { params, query });
      return fetched('GET /:mode/sentences', { params, query });
    }
    if (path === '/citations') {
      const view = parseCitationsView(search);
      const query = { ...citationFilterOf(view, now), page: view.page ?? 1, per_page: CITATIONS };
      return fetched('GET /:mode/citations/newest', { params, query });
    }
    const query = answerFilterOf(parseKeywordView(search), now);
    const keyword = { mode, keyword_id: path.slice('/keywords/'.length) };
    return fetched('GET /:mode/keywords/:keyword_id/answers', { params: keyword, query });
  }
}

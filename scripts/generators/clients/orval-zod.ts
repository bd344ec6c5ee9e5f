import {
  createKeywordsBody,
  getKeywordResponse,
  listEventsQueryParams,
  listEventsResponse,
  listMentionsQueryParams,
  listMentionsResponse,
} from './generated/orval-zod.ts';
import { answer, type Given, start } from './given.ts';

await start(async ({ baseUrl, apiKey, since, keyword }: Given) => {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return (await fetch(baseUrl + path, { ...init, headers })).json();
  };
  const get = (path: string, query: object) =>
    call(`${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`);
  const mentionsQuery = listMentionsQueryParams.parse({ platform: 'claude', since, per_page: 5 });
  const listed = listMentionsResponse.parse(await get('/api/v1/mentions', mentionsQuery));
  const body = JSON.stringify(createKeywordsBody.parse({ keyword }));
  const created = getKeywordResponse.parse(await call('/api/v1/keywords', { method: 'POST', body }));
  const eventsQuery = listEventsQueryParams.parse({ type: 'visibility.changed' });
  const [event] = listEventsResponse.parse(await get('/api/v1/events', eventsQuery)).data;
  return answer({
    total: listed.meta.total,
    position: listed.data[0]?.position,
    keyword: created.keyword,
    score: event?.type === 'visibility.changed' ? event.data.new_score : undefined,
  });
});

import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { answer, type Given, start } from './given.ts';

await start(async ({ baseUrl, apiKey, since, keyword }: Given) => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
  const query = { platform: 'claude', since, per_page: 5 } as const;
  const listed = await client.GET('/api/v1/mentions', { params: { query } });
  const created = await client.POST('/api/v1/keywords', { body: { keyword } });
  const events = await client.GET('/api/v1/events', { params: { query: { type: 'visibility.changed' } } });
  const event = events.data?.data[0];
  const position = listed.data?.data[0]?.position;
  return answer({
    total: listed.data?.meta.total,
    position,
    keyword: created.data && 'keyword' in created.data ? created.data.keyword : undefined,
    score: event?.type === 'visibility.changed' ? event.data.new_score : undefined,
  });
});

import { client } from './generated/hey-api/client.gen.ts';
import { createKeywords, listEvents, listMentions } from './generated/hey-api/index.ts';
import { answer, type Given, start } from './given.ts';

await start(async ({ baseUrl, apiKey, since, keyword }: Given) => {
  client.setConfig({ baseUrl, auth: () => apiKey });
  const listed = await listMentions({ query: { platform: 'claude', since, per_page: 5 } });
  const created = await createKeywords({ body: { keyword } });
  const events = await listEvents({ query: { type: 'visibility.changed' } });
  const event = events.data?.data[0];
  return answer({
    total: listed.data?.meta.total,
    position: listed.data?.data[0]?.position,
    keyword: created.data && 'keyword' in created.data ? created.data.keyword : undefined,
    score: event?.type === 'visibility.changed' ? event.data.new_score : undefined,
  });
});

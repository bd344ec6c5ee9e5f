import { createKeywords, listEvents, listMentions } from './generated/orval-fetch.ts';
import { answer, type Given, start } from './given.ts';

await start(async ({ baseUrl, apiKey, since, keyword }: Given) => {
  // Its paths are relative, as on a page.
  const send = fetch;
  globalThis.fetch = (path, init) => send(baseUrl + path, init);
  const options = { headers: { authorization: `Bearer ${apiKey}` } };
  const listed = await listMentions({ platform: 'claude', since, per_page: 5 }, options);
  const created = await createKeywords({ keyword }, options);
  const events = await listEvents({ type: 'visibility.changed' }, options);
  const event = events.status === 200 ? events.data.data[0] : undefined;
  return answer({
    total: listed.status === 200 ? listed.data.meta.total : undefined,
    position: listed.status === 200 ? listed.data.data[0]?.position : undefined,
    keyword: created.status === 201 && 'keyword' in created.data ? created.data.keyword : undefined,
    score: event?.type === 'visibility.changed' ? event.data.new_score : undefined,
  });
});

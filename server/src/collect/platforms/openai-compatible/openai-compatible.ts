import { readChatCompletion } from '../../chat-completion.ts';
import { field, list, number } from '../../json.ts';
import { baseOf, type LivePlatform, type PlatformSettings, type Reading, toAnswer } from '../../live-platform.ts';
import { createPageList, spanIn } from '../../page-list.ts';
import { priceOf } from '../../prices.ts';
import type { Transport } from '../../transport.ts';

/** Any server with OpenAI's chat completions API, such as a local model or OpenRouter. */
export function openaiCompatible(
  settings: PlatformSettings,
  transport: Transport,
  id = 'openai_compatible',
): LivePlatform {
  const { apiKey, model = 'default', prices, requestBody } = settings;
  const base = baseOf(settings, '');
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    id,
    model,
    price: priceOf(id, model, prices),
    keyProbe: { method: 'GET', url: `${base}/models`, headers },
    async ask(prompt, { signal }) {
      const body = JSON.stringify({ ...requestBody, model, messages: [{ role: 'user', content: prompt }] });
      const reply = await transport.post(id, `${base}/chat/completions`, { headers, body, signal });
      return toAnswer(readOpenaiCompatible(id, reply.body), id, { model, prices });
    },
  };
}

function readOpenaiCompatible(id: string, body: string): Reading {
  const { reply, message, usage, ...common } = readChatCompletion(id, body);
  const cited = createPageList();
  for (const annotation of list(field(message, 'annotations'))) {
    const citation = field(annotation, 'url_citation');
    const span = spanIn(common.text.length, field(citation, 'start_index'), field(citation, 'end_index'));
    cited.add(field(citation, 'url'), field(citation, 'title'), span);
  }
  const pages = cited.cited();
  // OpenRouter reports searches and cost. A plain model reports neither.
  const searches = number(field(reply, 'usage', 'server_tool_use', 'web_search_requests'));
  return {
    ...common,
    cited: pages,
    retrieved: [],
    queries: [],
    searched: pages.length > 0 || (searches === undefined ? undefined : searches > 0),
    usage: { ...usage, searches },
    costUsd: number(field(reply, 'usage', 'cost')),
    raw: body,
  };
}

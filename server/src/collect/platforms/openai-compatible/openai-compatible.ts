import { readChatCompletion } from '../../chat-completion.ts';
import { field, list } from '../../json.ts';
import { baseOf, type LivePlatform, type PlatformSettings, type Reading, toAnswer } from '../../live-platform.ts';
import { createPageList, spanIn } from '../../page-list.ts';
import { priceOf } from '../../prices.ts';
import type { Transport } from '../../transport.ts';

const ID = 'openai_compatible';

/** Any server with OpenAI's chat completions API, such as a local model. */
export function openaiCompatible(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = 'default', prices } = settings;
  const base = baseOf(settings, '');
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    keyProbe: { method: 'GET', url: `${base}/models`, headers },
    async ask(prompt, { signal }) {
      const body = JSON.stringify({ model, messages: [{ role: 'user', content: prompt }] });
      const reply = await transport.post(ID, `${base}/chat/completions`, { headers, body, signal });
      return toAnswer(readOpenaiCompatible(reply.body), ID, { model, prices });
    },
  };
}

function readOpenaiCompatible(body: string): Reading {
  const { reply: _, message, ...common } = readChatCompletion(ID, body);
  const cited = createPageList();
  for (const annotation of list(field(message, 'annotations'))) {
    const citation = field(annotation, 'url_citation');
    const span = spanIn(common.text.length, field(citation, 'start_index'), field(citation, 'end_index'));
    cited.add(field(citation, 'url'), field(citation, 'title'), span);
  }
  return {
    ...common,
    cited: cited.cited(),
    retrieved: [],
    queries: [],
    // A plain model does not search and does not report it.
    searched: cited.cited().length > 0 ? true : undefined,
    raw: body,
  };
}

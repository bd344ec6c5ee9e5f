import { readChatCompletion } from '../../chat-completion.ts';
import { field, list, number, text } from '../../json.ts';
import { countryCode, type Reading } from '../../live-platform.ts';
import { numberedCitations } from '../../numbered-citations.ts';
import { createPageList } from '../../page-list.ts';
import type { AskOptions, Page } from '../../platform.ts';
import type { ReplyShape } from '../../reply-shape.ts';

export const CHAT: ReplyShape = {
  version: 'perplexity/1 chat_completions',
  types: { 'choices.*.message.role': ['assistant'] },
  usage: 'usage.completion_tokens',
};

/** Perplexity's chat completions, which always search. Perplexity ended its support on 2026-09-27. */
export function chatRequest(model: string, prompt: string, { country, language }: Omit<AskOptions, 'signal'>) {
  const place = countryCode(country);
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    ...(place && { web_search_options: { user_location: { country: place } } }),
    ...(language && { language_preference: language }),
  };
}

export function readChat(body: string): { reply: unknown; reading: Reading } {
  const { reply, message: _, ...common } = readChatCompletion('perplexity', body);
  const listed = listedPages(reply);
  const retrieved = createPageList();
  for (const page of listed.values()) retrieved.add(page.url, page.title);
  const searches = number(field(reply, 'usage', 'num_search_queries'));
  const reading = {
    ...common,
    // The list contains more pages than the answer uses.
    cited: numberedCitations(common.text, listed),
    retrieved: retrieved.pages(),
    queries: [],
    searched: didSearch(reply, { listed: listed.size, searches }),
    usage: { ...common.usage, searches },
    costUsd: number(field(reply, 'usage', 'cost', 'total_cost')),
    raw: body,
  };
  return { reply, reading };
}

/** By position in the list, because markers refer to it. */
function listedPages(reply: unknown): Map<number, Page> {
  const results = list(field(reply, 'search_results'));
  const entries = results.length > 0 ? results : list(field(reply, 'citations'));
  return new Map(
    entries.flatMap((entry, index): [number, Page][] => {
      const url = text(entry) ?? text(field(entry, 'url'));
      return url === undefined ? [] : [[index + 1, { url, title: text(field(entry, 'title')) }]];
    }),
  );
}

function didSearch(reply: unknown, { listed, searches }: { listed: number; searches: number | undefined }) {
  if (listed > 0 || (searches ?? 0) > 0) return true;
  const saysSo = ['search_results', 'citations'].some((name) => Array.isArray(field(reply, name)));
  return saysSo || searches === 0 ? false : undefined;
}

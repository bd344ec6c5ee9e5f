import { codeParts } from '../base/markdown-code.ts';
import { readChatCompletion } from './chat-completion.ts';
import { field, list, number, text } from './json.ts';
import {
  baseOf,
  countryCode,
  type LivePlatform,
  type PlatformSettings,
  type Reading,
  toAnswer,
} from './live-platform.ts';
import { createPageList } from './page-list.ts';
import type { Page } from './platform.ts';
import { priceOf } from './prices.ts';
import type { Transport } from './transport.ts';

const ID = 'perplexity';
/** `[1]`, `[1, 2]`, `[^1^]`, `[1-3]`, `【1】`; not `[1](https://…)`, which is a link. */
const MARKER = /\[(\^?\d{1,3}\^?(?:\s?[,;–-]\s?\^?\d{1,3}\^?)*)\](?!\()|【(\d{1,3})(?:†[^】\n]{0,100})?】/g;
const MOST_IN_RANGE = 50;

/** Perplexity's chat completions, which always search. */
export function perplexity(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = 'sonar', prices } = settings;
  const base = baseOf(settings, 'https://api.perplexity.ai');
  const headers = { authorization: `Bearer ${apiKey}` };
  const url = `${base}/chat/completions`;
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    // There is no list of models to request. A question without content is rejected for free, after the key was
    // checked.
    keyProbe: { method: 'POST', url, headers, body: JSON.stringify({ model, messages: [] }) },
    async ask(prompt, { country, language, signal }) {
      const place = countryCode(country);
      const body = JSON.stringify({
        model,
        messages: [{ role: 'user', content: prompt }],
        ...(place && { web_search_options: { user_location: { country: place } } }),
        ...(language && { language_preference: language }),
      });
      const reply = await transport.post(ID, url, { headers, body, signal });
      return toAnswer(readPerplexity(reply.body), ID, { model, prices });
    },
  };
}

function readPerplexity(body: string): Reading {
  const { reply, message: _, ...common } = readChatCompletion(ID, body);
  const listed = listedPages(reply);
  const retrieved = createPageList();
  for (const page of listed) retrieved.add(page?.url, page?.title);
  const searches = number(field(reply, 'usage', 'num_search_queries'));
  return {
    ...common,
    cited: citedPages(common.text, listed),
    retrieved: retrieved.pages(),
    queries: [],
    searched: didSearch(reply, { listed: listed.length, searches }),
    usage: { ...common.usage, searches },
    costUsd: number(field(reply, 'usage', 'cost', 'total_cost')),
    raw: body,
  };
}

/** By position in the list, because markers refer to it. An unreadable entry keeps its position. */
function listedPages(reply: unknown): (Page | undefined)[] {
  const results = list(field(reply, 'search_results'));
  const entries = results.length > 0 ? results : list(field(reply, 'citations'));
  return entries.map((entry) => {
    const url = text(entry) ?? text(field(entry, 'url'));
    return url === undefined ? undefined : { url, title: text(field(entry, 'title')) };
  });
}

/**
 * The list contains more pages than the answer uses. Only pages that a marker refers to are cited. `[0]` and `[99]`
 * refer to nothing.
 */
function citedPages(answer: string, listed: (Page | undefined)[]) {
  const cited = createPageList();
  const code = codeParts(answer);
  for (const marker of answer.matchAll(MARKER)) {
    const span: [number, number] = [marker.index, marker.index + marker[0].length];
    // `items[1]` in code is not a citation.
    if (code.some(({ start, end }) => start <= span[0] && span[0] < end)) continue;
    for (const place of new Set(numbersIn(marker[1] ?? marker[2] ?? ''))) {
      const page = listed[place - 1];
      cited.add(page?.url, page?.title, span);
    }
  }
  return cited.cited();
}

function numbersIn(marker: string): number[] {
  return [...marker.matchAll(/(\d+)(?:\^?\s?[–-]\s?\^?(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first);
    const count = Math.min(MOST_IN_RANGE, Number(last ?? first) - from + 1);
    return Array.from({ length: Math.max(1, count) }, (_, index) => from + index);
  });
}

function didSearch(reply: unknown, { listed, searches }: { listed: number; searches: number | undefined }) {
  if (listed > 0 || (searches ?? 0) > 0) return true;
  const saysSo = ['search_results', 'citations'].some((name) => Array.isArray(field(reply, name)));
  return saysSo || searches === 0 ? false : undefined;
}

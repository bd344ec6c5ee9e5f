import type { GenerateContentParameters, ToolListUnion } from '@google/genai';
import { field, list, number, sum, text, texts } from '../../json.ts';
import {
  baseOf,
  type LivePlatform,
  type PlatformSettings,
  type Reading,
  readReply,
  toAnswer,
} from '../../live-platform.ts';
import { createPageList, spanIn } from '../../page-list.ts';
import { priceOf } from '../../prices.ts';
import type { ReplyShape } from '../../reply-shape.ts';
import type { Transport } from '../../transport.ts';
import { utf16Offset } from '../../utf8-offsets.ts';
import { INTERACTIONS, isInteraction, readInteraction } from './interactions.ts';

const ID = 'gemini';
/** Google's current Flash model. Checked on 2026-11-17: requests for 3.5 and 3.7 are served by other models. */
const DEFAULT_MODEL = 'gemini-3.8-flash';

export const SHAPE = {
  version: 'gemini/2 generateContent googleSearch',
  types: {},
  fields: {
    'candidates.*.content.parts.*': ['text', 'thought', 'thoughtSignature'],
    'candidates.*.groundingMetadata': [
      'webSearchQueries',
      'searchEntryPoint',
      'groundingChunks',
      'groundingSupports',
      'retrievalMetadata',
    ],
    'candidates.*.groundingMetadata.groundingChunks.*': ['web', 'retrievedContext', 'maps'],
    'candidates.*.groundingMetadata.groundingSupports.*': ['segment', 'groundingChunkIndices', 'confidenceScores'],
  },
  usage: 'usageMetadata.candidatesTokenCount',
} as const satisfies ReplyShape;

/**
 * Google's Gemini API with Google Search. It has no country parameter and goes by the prompt's language. Replies of the
 * Interactions API are read too, as some proxies send them.
 */
export function gemini(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, model = DEFAULT_MODEL, prices } = settings;
  const base = baseOf(settings, 'https://generativelanguage.googleapis.com/v1beta');
  const headers = { 'x-goog-api-key': apiKey };
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    keyProbe: { method: 'GET', url: `${base}/models?pageSize=1`, headers },
    async ask(prompt, { signal }) {
      const url = `${base}/models/${encodeURIComponent(model)}:generateContent`;
      const body = JSON.stringify({
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        tools: [{ googleSearch: {} }],
      } satisfies Pick<GenerateContentParameters, 'contents'> & { tools: ToolListUnion });
      const { body: raw } = await transport.post(ID, url, { headers, body, signal });
      const reply = readReply(ID, raw, isReply);
      const [read, shape] = isInteraction(reply) ? [readInteraction, INTERACTIONS] : [readGemini, shapeOf(reply)];
      return toAnswer({ ...read(reply), raw }, ID, { model, prices, shape, replies: [reply] });
    },
  };
}

/** A blocked prompt has no candidates, so their tokens are not missing. */
function shapeOf(reply: unknown): ReplyShape {
  const isBlocked = field(reply, 'promptFeedback', 'blockReason') !== undefined;
  return isBlocked ? { ...SHAPE, usage: 'usageMetadata.promptTokenCount' } : SHAPE;
}

function isReply(it: unknown): boolean {
  const names = ['candidates', 'promptFeedback', 'usageMetadata'];
  return isInteraction(it) || names.some((name) => typeof field(it, name) === 'object');
}

function readGemini(reply: unknown): Omit<Reading, 'raw'> {
  const candidate = list(field(reply, 'candidates'))[0];
  const parts = list(field(candidate, 'content', 'parts')).map((part) =>
    field(part, 'thought') === true ? '' : (text(field(part, 'text')) ?? ''),
  );
  const whole = parts.join('');
  const grounding = field(candidate, 'groundingMetadata');
  const queries = texts(field(grounding, 'webSearchQueries'));
  const pages = readGrounding(grounding, parts);
  return {
    text: whole,
    ...pages,
    queries,
    // Grounding can be missing for days. This does not mean that nothing was searched.
    searched: queries.length > 0 || pages.retrieved.length > 0 ? true : undefined,
    model: text(field(reply, 'modelVersion')),
    stop: text(field(candidate, 'finishReason')) ?? text(field(reply, 'promptFeedback', 'blockReason')),
    usage: { ...usageOf(field(reply, 'usageMetadata')), searches: queries.length },
  };
}

function usageOf(usage: unknown) {
  return {
    inputTokens: sum(field(usage, 'promptTokenCount'), field(usage, 'toolUsePromptTokenCount')),
    cachedInputTokens: number(field(usage, 'cachedContentTokenCount')),
    outputTokens: sum(field(usage, 'candidatesTokenCount'), field(usage, 'thoughtsTokenCount')),
  };
}

function readGrounding(grounding: unknown, parts: string[]) {
  const [cited, retrieved] = [createPageList(), createPageList()];
  const chunks = list(field(grounding, 'groundingChunks')).map((chunk) => {
    const web = field(chunk, 'web');
    return isSearchPage(field(web, 'uri')) ? undefined : web;
  });
  for (const web of chunks) retrieved.add(field(web, 'uri'), field(web, 'title'));
  for (const support of list(field(grounding, 'groundingSupports'))) {
    const span = segmentSpan(field(support, 'segment'), parts);
    for (const index of list(field(support, 'groundingChunkIndices'))) {
      const web = chunks[number(index) ?? -1];
      cited.add(field(web, 'uri'), field(web, 'title'), span);
    }
  }
  return { cited: cited.cited(), retrieved: retrieved.pages() };
}

/** Google lists its own result page (weather, time) as a source. */
function isSearchPage(uri: unknown): boolean {
  return typeof uri === 'string' && /^https?:\/\/(?:www\.)?google\.[a-z.]+\/search\b/i.test(uri);
}

/**
 * Offsets count UTF-8 bytes of a part, or of the whole text if it has several parts. Zero is omitted. The segment's own
 * text decides which applies, and locates the passage if neither fits.
 */
function segmentSpan(segment: unknown, parts: string[]) {
  const whole = parts.join('');
  const start = number(field(segment, 'startIndex')) ?? 0;
  const end = number(field(segment, 'endIndex')) ?? 0;
  const words = text(field(segment, 'text'));
  const before = parts.slice(0, number(field(segment, 'partIndex')) ?? 0).join('').length;
  const spans = [before, 0].map((at) => {
    const part = whole.slice(at);
    return spanIn(whole.length, at + utf16Offset(part, start), at + utf16Offset(part, end));
  });
  if (!words) return spans[0];
  const found = spans.find((span) => span && whole.slice(...span) === words);
  const at = whole.indexOf(words);
  return found ?? (at === -1 ? undefined : spanIn(whole.length, at, at + words.length));
}

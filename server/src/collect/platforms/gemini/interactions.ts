import { field, list, number, sum, text, texts } from '../../json.ts';
import { type Reading, searchedIn } from '../../live-platform.ts';
import { createPageList, spanIn } from '../../page-list.ts';
import type { ReplyShape } from '../../reply-shape.ts';
import { utf16Offset } from '../../utf8-offsets.ts';

export const INTERACTIONS = {
  version: 'gemini/2 interactions google_search',
  types: {
    'steps.*.type': [
      'user_input',
      'thought',
      'model_output',
      'google_search_call',
      'google_search_result',
      'url_context_call',
      'url_context_result',
    ],
    'steps.*.content.*.type': ['text'],
    'steps.*.content.*.annotations.*.type': ['url_citation', 'file_citation', 'place_citation'],
  },
  usage: 'usage.total_output_tokens',
} as const satisfies ReplyShape;

export function isInteraction(reply: unknown): boolean {
  return Array.isArray(field(reply, 'steps'));
}

/** A reply of Google's Interactions API: a list of steps, of which `model_output` is the answer. */
export function readInteraction(reply: unknown): Omit<Reading, 'raw'> {
  const steps = list(field(reply, 'steps'));
  const ofType = (type: string) => steps.filter((step) => field(step, 'type') === type);
  const calls = ofType('google_search_call');
  const results = ofType('google_search_result').map((step) => field(step, 'is_error') !== true);
  const { searched, stop } = searchedIn(results, text(field(reply, 'status')));
  const output = readOutput(ofType('model_output'));
  const retrieved = createPageList();
  for (const result of ofType('google_search_result').flatMap((step) => list(field(step, 'result')))) {
    retrieved.add(field(result, 'url'), field(result, 'title'));
  }
  // Usually the results are only a widget, so the cited pages are all that is known to be retrieved.
  for (const { url, title } of output.cited) retrieved.add(url, title);
  const queries = calls.flatMap((call) => texts(field(call, 'arguments', 'queries')));
  return {
    ...output,
    retrieved: retrieved.pages(),
    queries,
    searched: searched || stop === 'no_search' ? searched : calls.length > 0 || output.cited.length > 0 || undefined,
    model: text(field(reply, 'model')),
    stop,
    usage: { ...usageOf(field(reply, 'usage')), searches: queries.length },
  };
}

function readOutput(steps: unknown[]) {
  const cited = createPageList();
  let whole = '';
  for (const part of steps.flatMap((step) => list(field(step, 'content')))) {
    const piece = text(field(part, 'text')) ?? '';
    const at = whole.length;
    for (const annotation of list(field(part, 'annotations'))) {
      if (field(annotation, 'type') !== 'url_citation') continue;
      const [start, end] = ['start_index', 'end_index'].map((name) => {
        return at + utf16Offset(piece, number(field(annotation, name)) ?? 0);
      });
      cited.add(field(annotation, 'url'), field(annotation, 'title'), spanIn(at + piece.length, start, end));
    }
    whole += piece;
  }
  return { text: whole, cited: cited.cited() };
}

function usageOf(usage: unknown) {
  return {
    inputTokens: sum(field(usage, 'total_input_tokens'), field(usage, 'total_tool_use_tokens')),
    cachedInputTokens: number(field(usage, 'total_cached_tokens')),
    outputTokens: sum(field(usage, 'total_output_tokens'), field(usage, 'total_thought_tokens')),
  };
}

import { field, list, number, text } from './json.ts';
import { type Reading, searchedIn } from './live-platform.ts';

/** Whether a reply has the format of OpenAI's Responses. */
export function isResponse(reply: unknown): boolean {
  return Array.isArray(field(reply, 'output')) || field(reply, 'status') === 'failed';
}

interface Annotation {
  value: unknown;
  /** The part of a message that it belongs to, and where that part starts in the whole text. */
  piece: string;
  at: number;
}

/** What replies in the format of OpenAI's Responses have in common. */
export function readResponse(reply: unknown) {
  const output = list(field(reply, 'output'));
  const calls = output.filter((item) => field(item, 'type') === 'web_search_call');
  const { refusal, ...message } = readMessages(output);
  const stop = refusal ?? text(field(reply, 'incomplete_details', 'reason')) ?? text(field(reply, 'status'));
  return {
    ...message,
    ...searchedIn(resultsOf(reply, calls), stop),
    calls,
    model: text(field(reply, 'model')),
    usage: {
      inputTokens: number(field(reply, 'usage', 'input_tokens')),
      cachedInputTokens: number(field(reply, 'usage', 'input_tokens_details', 'cached_tokens')),
      outputTokens: number(field(reply, 'usage', 'output_tokens')),
    },
  } satisfies Partial<Reading> & { calls: unknown[]; annotations: Annotation[] };
}

/** Whether each call succeeded. One that has not ended is left out, but Azure's stay `searching` in a complete reply. */
function resultsOf(reply: unknown, calls: unknown[]): boolean[] {
  const open = field(reply, 'status') === 'completed' ? ['incomplete'] : ['incomplete', 'in_progress', 'searching'];
  const states = calls.map((call) => text(field(call, 'status')) ?? 'completed');
  return states.filter((state) => !open.includes(state)).map((state) => state !== 'failed');
}

/** Remarks between searches are left out if the reply says which message is the answer. */
function readMessages(output: unknown[]) {
  const all = output.filter((item) => field(item, 'type') === 'message');
  const hasFinal = all.some((message) => field(message, 'phase') === 'final_answer');
  const annotations: Annotation[] = [];
  let whole = '';
  let refusal: 'refusal' | undefined;
  for (const message of all.filter((one) => !(hasFinal && field(one, 'phase') === 'commentary'))) {
    if (whole !== '') whole += '\n\n';
    for (const part of list(field(message, 'content'))) {
      const refused = text(field(part, 'refusal'));
      if (refused !== undefined) refusal = 'refusal';
      const piece = refused ?? text(field(part, 'text')) ?? '';
      for (const value of list(field(part, 'annotations'))) annotations.push({ value, piece, at: whole.length });
      whole += piece;
    }
  }
  return { text: whole, annotations, refusal };
}

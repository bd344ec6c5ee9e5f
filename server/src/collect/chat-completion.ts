import { field, list, number, text } from './json.ts';
import { readReply } from './live-platform.ts';

/** What replies in the format of OpenAI's chat completions have in common. */
export function readChatCompletion(id: string, body: string) {
  const reply = readReply(id, body, (it) => Array.isArray(field(it, 'choices')));
  const choice = list(field(reply, 'choices'))[0];
  const message = field(choice, 'message');
  const refusal = text(field(message, 'refusal')) || undefined;
  return {
    reply,
    message,
    text: refusal ?? withoutThoughts(contentOf(field(message, 'content'))),
    model: text(field(reply, 'model')),
    stop: refusal === undefined ? text(field(choice, 'finish_reason')) : 'refusal',
    usage: {
      inputTokens: number(field(reply, 'usage', 'prompt_tokens')),
      cachedInputTokens: number(field(reply, 'usage', 'prompt_tokens_details', 'cached_tokens')),
      outputTokens: number(field(reply, 'usage', 'completion_tokens')),
    },
  };
}

/** A text, or parts of it, as some servers send it. */
function contentOf(content: unknown): string {
  return (
    text(content) ??
    list(content)
      .map((part) => text(field(part, 'text')) ?? '')
      .join('')
  );
}

/**
 * Reasoning models put their thoughts before the answer. The user does not see them, so a brand mentioned only there
 * does not count.
 */
function withoutThoughts(content: string): string {
  return content.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');
}

import { expect, test } from 'vitest';
import { endingOf } from './endings.ts';
import { askPlayed } from './fixtures/ask-played.ts';
import { chatgpt } from './platforms/chatgpt/chatgpt.ts';
import { CHATGPT } from './platforms/chatgpt/replies.ts';
import { claude } from './platforms/claude/claude.ts';
import { CLAUDE } from './platforms/claude/replies.ts';
import { gemini } from './platforms/gemini/gemini.ts';
import { GEMINI, INTERACTION } from './platforms/gemini/replies.ts';
import { perplexity } from './platforms/perplexity/perplexity.ts';
import { PERPLEXITY_AGENT } from './platforms/perplexity/replies.ts';
import { replyStatus } from './reply-status.ts';

test.each([
  ['chatgpt', chatgpt, CHATGPT.cutOff, 'max_output_tokens'],
  ['claude', claude, CLAUDE.cutOff, 'max_tokens'],
  ['gemini', gemini, GEMINI.cutOff, 'MAX_TOKENS'],
  ['gemini', gemini, GEMINI.recited, 'RECITATION'],
  ['gemini', gemini, INTERACTION.cutOff, 'incomplete'],
  ['perplexity', perplexity, PERPLEXITY_AGENT.cutOff, 'max_output_tokens'],
  ['perplexity', perplexity, PERPLEXITY_AGENT.unfinished, 'in_progress'],
] as const)('a cut-off reply of %s keeps its text and is known to be cut off: %#', async (_, adapter, reply, stop) => {
  const { answer } = await askPlayed(adapter, [reply]);
  expect(answer).toMatchObject({ text: 'The best tools are', stop, problems: [] });
  expect(endingOf(answer.stop)).toBe('cut_off');
  expect(replyStatus(answer).status).toBe('valid');
});

test('a reply that was withheld by a filter is a refusal, even with text', async () => {
  const { answer } = await askPlayed(gemini, [GEMINI.armored]);
  expect(replyStatus(answer)).toEqual({ status: 'refused', reason: 'model_armor' });
});

test.each([
  ['STOP', 'complete', 'empty'],
  ['length', 'cut_off', 'length'],
  ['incomplete', 'cut_off', 'incomplete'],
  ['in_progress', 'cut_off', 'in_progress'],
  ['RECITATION', 'cut_off', 'recitation'],
  ['OTHER', 'cut_off', 'other'],
  ['MODEL_ARMOR', 'refused', 'model_armor'],
  ['CONTINUATION', 'cut_off', 'continuation'],
  ['requires_continuation', 'cut_off', 'requires_continuation'],
  ['JAILBREAK', 'refused', 'jailbreak'],
  ['IMAGE_PROHIBITED_CONTENT', 'refused', 'image_prohibited_content'],
  ['IMAGE_RECITATION', 'none', 'image_recitation'],
  ['MALFORMED_RESPONSE', 'none', 'malformed_response'],
  [undefined, 'complete', 'empty'],
  ['a_new_word', undefined, 'empty'],
])('the ending %s means %s, and without text the reason is %s', (stop, ending, reason) => {
  expect(endingOf(stop)).toBe(ending);
  expect(replyStatus({ stop, text: ' ' })).toEqual({ status: ending === 'refused' ? 'refused' : 'failed', reason });
});

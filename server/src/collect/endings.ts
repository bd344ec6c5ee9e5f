/**
 * What a platform's word for the end of a reply means. `cut_off`: the text is the beginning of an answer. `none`: there
 * is no answer, even if there is text.
 */
type Ending = 'complete' | 'cut_off' | 'refused' | 'none';

const ENDINGS = new Map<string, Ending>();
const means = (ending: Ending, words: string) => words.split(' ').forEach((word) => void ENDINGS.set(word, ending));

means('complete', 'stop completed end_turn stop_sequence eos');
// The limit of the output or of the context. `truncated` is the word of imported answers.
means('cut_off', 'max_output_tokens max_tokens length model_length model_context_window_exceeded truncated');
// Stopped or still running: the platform sent what it had.
means('cut_off', 'incomplete in_progress queued max_tool_calls insufficient_system_resource');
// Google stops when a text repeats a source too closely, or for a reason it does not give.
means('cut_off', 'recitation other finish_reason_unspecified');
means('refused', 'refusal content_filter safety prohibited_content blocklist spii image_safety model_armor language');
// `no_search` is ours: the reply does not show a search that was required.
means('none', 'no_search failed cancelled error pause_turn requires_action tool_calls tool_use function_call');
means('none', 'malformed_function_call unexpected_tool_call too_many_tool_calls malformed_response');

/** Undefined: a word we do not know. It counts as complete, and the operator is warned. */
export function endingOf(stop: string | undefined): Ending | undefined {
  return stop === undefined ? 'complete' : ENDINGS.get(stop.toLowerCase());
}

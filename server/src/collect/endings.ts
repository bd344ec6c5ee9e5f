/**
 * What a platform's word for the end of a reply means. `cut_off`: the text is the beginning of an answer. `none`: there
 * is no answer, even if there is text.
 */
type Ending = 'complete' | 'cut_off' | 'refused' | 'none';

const WORDS = [
  ['complete', 'stop completed end_turn stop_sequence eos'],
  // The limit of the output or of the context. `truncated` is the word of imported answers.
  ['cut_off', 'max_output_tokens max_tokens length model_length model_context_window_exceeded truncated'],
  // Stopped or still running: the platform sent what it had.
  ['cut_off', 'incomplete in_progress queued max_tool_calls insufficient_system_resource budget_exceeded'],
  ['cut_off', 'continuation requires_continuation'],
  // Google stops when a text repeats a source too closely, or for a reason it does not give.
  ['cut_off', 'recitation other finish_reason_unspecified'],
  ['refused', 'refusal content_filter safety prohibited_content blocklist spii model_armor language jailbreak'],
  ['refused', 'blocked_reason_unspecified image_safety image_prohibited_content'],
  // `no_search` is ours: every search of the reply failed, or it does not show a search that was required.
  ['none', 'no_search failed cancelled error pause_turn requires_action tool_calls tool_use function_call'],
  ['none', 'malformed_function_call unexpected_tool_call too_many_tool_calls malformed_response'],
  ['none', 'no_image image_recitation image_other'],
] as const satisfies [Ending, string][];

type SplitWords<Text> = Text extends `${infer First} ${infer Rest}` ? First | SplitWords<Rest> : Text;
/** Every word with a known meaning. */
export type KnownEnding = SplitWords<(typeof WORDS)[number][1]>;

const ENDINGS = new Map<string, Ending>(
  WORDS.flatMap(([ending, words]) => words.split(' ').map((word): [string, Ending] => [word, ending])),
);

/** Undefined: a word we do not know. It counts as complete, and the operator is warned. */
export function endingOf(stop: string | undefined): Ending | undefined {
  return stop === undefined ? 'complete' : ENDINGS.get(stop.toLowerCase());
}

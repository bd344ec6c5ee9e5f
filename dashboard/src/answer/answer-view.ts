import { readText } from '../base/view.ts';

interface AnswerPageView {
  /** The address of the list that the answer was opened from. */
  from?: string;
}

export function parseAnswerView(search: Record<string, unknown>): AnswerPageView {
  return { from: readText(search.from) };
}

import { maskMarkdown } from './mask.ts';
import { plainText } from './plain-text.ts';

const RULER = /^[\s|:*=_-]*$/;

/** A passage of an answer as a reader sees it: without markup, on one line, and not longer than this. */
export function excerptOf(passage: string, longest: number): string {
  const lines = passage.split('\n').filter((line) => !RULER.test(line));
  const plain = lines
    .map((line) => plainText(line, [0, line.length], maskMarkdown(line)))
    .filter((line) => line !== '');
  const whole = [...plain.join(' ')];
  return whole.length <= longest
    ? whole.join('')
    : `${whole
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

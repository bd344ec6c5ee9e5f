import { withoutHtml } from './html.ts';
import { maskMarkdown } from './mask.ts';
import { plainText } from './plain-text.ts';

const RULER = /^[\s|:*=_-]*$/;

/** A passage of an answer as readers see it: without markup, on one line, and at most this long. */
export function excerptOf(passage: string, longest: number): string {
  const lines = withoutHtml(passage)
    .split('\n')
    .filter((line) => !RULER.test(line));
  const plain = lines
    .map((line) => plainText(line, [0, line.length], maskMarkdown(line)))
    .filter((line) => line !== '');
  const whole = [...plain.join(' ')];
  if (whole.length <= longest) return whole.join('');
  const cut = whole.slice(0, longest - 1).join('');
  const lastBlank = whole[longest - 1] === ' ' ? cut.length : cut.lastIndexOf(' ');
  // Scripts without spaces are cut between characters.
  return `${(lastBlank > cut.length / 2 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`;
}

import type { AnswerLine } from '../api/answers.ts';
import { AnswerLink } from '../base/answer-link.tsx';
import { formatTime } from '../base/format.ts';
import { PlatformName } from '../base/platform-name.tsx';
import { sentimentLabel } from '../base/sentiment.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './answer-lines.module.css';

/** A list of answer excerpts that link to the full answers. */
export function AnswerLines({ label, answers }: { label: string; answers: AnswerLine[] }) {
  return (
    <ol className={classes.lines} aria-label={label}>
      {answers.map((line) => (
        <li key={line.answer_id} className={classes.line}>
          <AnswerLink answerId={line.answer_id} className={classes.open}>
            <span className={classes.about}>
              <PlatformName platform={line.platform} />
              <time dateTime={line.asked_at}>{formatTime(line.asked_at)}</time>
              <span className={classes.verdict} data-mentioned={line.position !== null}>
                {describeLine(line)}
              </span>
            </span>
            <bdi className={classes.prompt}>{visibleText(line.prompt)}</bdi>
            <bdi className={classes.excerpt}>{visibleText(line.excerpt) || '(no text)'}</bdi>
          </AnswerLink>
        </li>
      ))}
    </ol>
  );
}

function describeLine({ status, position, sentiment }: AnswerLine): string {
  if (status === 'truncated') return 'Cut off';
  if (status === 'unknown_to_platform') return 'Doesn’t know you';
  if (status === 'refused') return 'Refused';
  if (status === 'failed') return 'Failed';
  if (status === 'no_search') return 'No search';
  if (position === null) return 'Doesn’t mention you';
  return `Mentions you · #${position} · ${sentimentLabel(sentiment ?? 'neutral')}`;
}

import { Link } from '@tanstack/react-router';
import type { DifferingAnswer } from '@visibility/sdk';
import { formatTime } from '../base/format.ts';
import { PlatformName } from '../base/platform-name.tsx';
import { visibleText } from '../base/visible-text.ts';
import classes from './why.module.css';

interface DifferingAnswersProps {
  examples: DifferingAnswer[];
  who: string;
}

/** An answer with the mention beside one without it. The sentence that differs is highlighted. */
export function DifferingAnswers({ examples, who }: DifferingAnswersProps) {
  const [one, two] = examples;
  if (!one || !two) return null;
  const isSame = one.prompt === two.prompt && one.platform === two.platform;
  return (
    <section aria-labelledby="differing">
      <h3 className={classes.title} id="differing">
        Two answers that differ
      </h3>
      {isSame && <p className={classes.prompt}>Prompt: “{visibleText(one.prompt)}”</p>}
      <div className={classes.pair}>
        {examples.map((example) => (
          <article key={example.answer_id} className={classes.example} aria-label={titleOf(example)}>
            <p className={classes.about}>
              <strong>{titleOf(example)}</strong> · <PlatformName platform={example.platform} /> ·{' '}
              <time dateTime={example.asked_at}>{formatTime(example.asked_at)}</time>
            </p>
            {!isSame && <p className={classes.prompt}>“{visibleText(example.prompt)}”</p>}
            <p className={classes.verdict}>{describe(example, who)}</p>
            <p className={classes.text} dir="auto">
              {visibleText(example.lead)}{' '}
              <mark data-mentioned={example.is_mentioned}>{visibleText(example.sentence)}</mark>{' '}
              {visibleText(example.rest)}
            </p>
            <Link to="/answers/$answerId" params={{ answerId: example.answer_id }}>
              Read the answer
            </Link>
          </article>
        ))}
      </div>
    </section>
  );
}

function titleOf({ period }: DifferingAnswer): string {
  return period === 'before' ? 'Before' : 'After';
}

function describe({ is_mentioned, brands }: DifferingAnswer, who: string): string {
  if (is_mentioned) return `Mentions ${who}`;
  const instead = brands.length > 0 ? `mentions ${brands.join(', ')}` : 'mentions no tracked brand';
  return `Doesn’t mention ${who}; ${instead}`;
}

import type { AnswerView } from '../api/answers.ts';
import { formatTime, formatUsd } from '../base/format.ts';
import classes from './answer-page.module.css';
import { PlatformName } from './platform-name.tsx';
import { visibleText } from './visible-text.ts';

const SURFACES = {
  api: 'asked by API',
  scraped: 'read from the consumer app',
  import: 'handed in from elsewhere',
  simulated: 'simulated (sandbox)',
};
const STATUSES = {
  valid: 'Valid (counted)',
  refused: 'Refused: it does not count',
  failed: 'Failed: it does not count',
};

/** Who was asked, when, how, and what it cost. */
export function AnswerFacts({ reading: { answer, reason } }: { reading: AnswerView }) {
  return (
    <section className={`card ${classes.box}`} aria-labelledby="about">
      <h2 id="about">About this answer</h2>
      <dl className={classes.facts}>
        <dt>Platform</dt>
        <dd>
          <PlatformName platform={answer.platform} />
        </dd>
        <dt>Model</dt>
        <dd>{answer.model === null ? 'not told' : <bdi>{visibleText(answer.model)}</bdi>}</dd>
        <dt>How</dt>
        <dd>{SURFACES[answer.surface]}</dd>
        <dt>Asked</dt>
        <dd>
          <time dateTime={answer.asked_at}>{formatTime(answer.asked_at)}</time>
        </dd>
        <dt>Status</dt>
        <dd>
          {STATUSES[answer.status]}
          {reason && <bdi> ({visibleText(reason)})</bdi>}
        </dd>
        <dt>Cost</dt>
        <dd>{answer.cost_usd === null ? 'not known' : formatUsd(answer.cost_usd)}</dd>
      </dl>
    </section>
  );
}

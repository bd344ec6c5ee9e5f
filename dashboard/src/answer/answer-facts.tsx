import type { AnswerView } from '../api/answers.ts';
import { formatTime, formatUsd } from '../base/format.ts';
import { PlatformName } from '../base/platform-name.tsx';
import { visibleText } from '../base/visible-text.ts';
import classes from './answer-page.module.css';

const SURFACES = {
  api: 'API',
  scraped: 'consumer app (scraped)',
  import: 'imported',
  simulated: 'simulated (sandbox)',
};
const STATUSES = {
  valid: 'Valid (counted)',
  unknown_to_platform: 'Says it does not know you (counted as not mentioned)',
  truncated: 'Cut off before it mentioned you (not counted)',
  refused: 'Refused (not counted)',
  failed: 'Failed (not counted)',
  no_search: 'Every search failed (not counted)',
};

const SEARCHED: Record<string, string> = { true: 'not reported', false: 'none', null: 'not reported' };

/** Platform, model, source, time, status and cost of an answer. */
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
        <dd>
          {answer.model === null ? 'unknown' : <bdi>{visibleText(answer.model)}</bdi>}
          {answer.requested_model !== null && answer.requested_model !== answer.model && (
            <bdi> (requested: {visibleText(answer.requested_model)})</bdi>
          )}
        </dd>
        <dt>Source</dt>
        <dd>{SURFACES[answer.surface]}</dd>
        <dt>Time</dt>
        <dd>
          <time dateTime={answer.asked_at}>{formatTime(answer.asked_at)}</time>
        </dd>
        <dt>Status</dt>
        <dd>
          {STATUSES[answer.status]}
          {reason && reason !== answer.status && <bdi> ({visibleText(reason)})</bdi>}
        </dd>
        <dt>Cost</dt>
        <dd>{answer.cost_usd === null ? 'unknown' : formatUsd(answer.cost_usd)}</dd>
        <dt>Searches</dt>
        <dd>{answer.queries.length === 0 ? SEARCHED[`${answer.searched}`] : <Queries queries={answer.queries} />}</dd>
      </dl>
    </section>
  );
}

function Queries({ queries }: { queries: string[] }) {
  return (
    <ul className={classes.queries}>
      {queries.map((query) => (
        <li key={query}>
          <bdi>{visibleText(query)}</bdi>
        </li>
      ))}
    </ul>
  );
}

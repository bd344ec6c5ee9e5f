import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { own } from '../../../../server/src/base/own.ts';
import type { KeyCheck, PlatformState } from '../../api/platforms.ts';
import { formatLongDay, formatTime } from '../../base/format.ts';
import classes from './platforms.module.css';

interface WarningsProps {
  state: PlatformState;
  check: KeyCheck | undefined;
  name: string;
}

/** Why there are no answers, and what will soon keep a platform from answering. */
export function PlatformWarnings({ state, check, name }: WarningsProps) {
  const warnings = [
    failing(state, name),
    noAnswers(state),
    model(state, check, name),
    price(state),
    ...changed(state, name),
  ];
  return warnings.map(
    (warning, place) =>
      warning && (
        // biome-ignore lint/suspicious/noArrayIndexKey: each place has its own kind of warning
        <p key={place} className={classes.failing}>
          {warning}
        </p>
      ),
  );
}

function failing({ failing_since, failure }: PlatformState, name: string): ReactNode {
  if (!failing_since) return undefined;
  return (
    <>
      Failing since {formatTime(failing_since)}
      {failure && <> ({own(FAILURES, failure) ?? failure})</>}. Check the API key and your {name} account. Failed
      answers don’t affect scores.
    </>
  );
}

const FAILURES: Record<string, string> = {
  unauthorized: 'API key rejected',
  network: 'not reachable',
  timeout: 'no reply in time',
  empty: 'empty answers',
  bad_reply: 'unreadable replies',
  too_long: 'answers too long',
  quota: 'no credit left',
  http_404: '404, model not found',
  http_429: '429, rate limit reached',
};

function noAnswers({ no_answers_because: reason, planned_today, asked_today }: PlatformState): ReactNode {
  if (reason === 'no_brand') {
    return (
      <>
        No answers yet: <Link to="/settings/brand">set up your brand</Link> first.
      </>
    );
  }
  if (reason === 'no_keywords') {
    return (
      <>
        No answers yet: there are no active keywords. <Link to="/keywords">Add keywords</Link>.
      </>
    );
  }
  if (reason === 'budget')
    return 'No answers: the budget below is used up. Raise a limit, or wait until tomorrow (UTC).';
  if (reason === 'queued') {
    return `No answers yet: ${planned_today - asked_today} prompts are queued for today. If this stays so, check that a worker is running.`;
  }
  return reason === 'next_round' ? 'No answers yet: the first prompts are planned for tomorrow (UTC).' : undefined;
}

function model({ model: id, model_ends_on }: PlatformState, check: KeyCheck | undefined, name: string): ReactNode {
  if (check?.model_state === 'gone') {
    return `${name} no longer offers ${id}. Ask the operator of this service to set another model.`;
  }
  const end = check?.model_ends_on ?? model_ends_on;
  return end && `${name} shuts down ${id} on ${formatLongDay(end)}. Set another model before then.`;
}

/** Signs that the platform changed its replies. */
function changed({ reply_signals }: PlatformState, name: string): ReactNode[] {
  return reply_signals.map(
    (signal) => `${name} may have changed its API: ${signal}. Ask the operator to update this installation.`,
  );
}

function price({ is_price_old, price_as_of }: PlatformState): ReactNode {
  return is_price_old && price_as_of && `The price is from ${formatLongDay(price_as_of)} and may have changed.`;
}

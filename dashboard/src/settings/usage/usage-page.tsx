import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AnswerTo } from '@visibility/server/contract';
import { formatLongDay, formatNumber, formatTime, formatUsd } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Facts } from '../facts.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { Meter } from './meter.tsx';
import { PlatformTable } from './platform-table.tsx';
import { RetentionOfAnswers } from './retention-form.tsx';

type UsageSummary = AnswerTo<'GET /:mode/usage-summary'>;

const PLANS = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' };

export function UsagePage() {
  const mode = useMode();
  const result = useRead('GET /:mode/usage-summary', { refetchInterval: 15_000 });
  const { data: usage } = result;
  return (
    <Page title="Plan & usage" lead={`Limits, costs and data retention of the ${mode} workspace.`}>
      <Waiting result={result} height={420} />
      {usage && (
        <>
          <Plan usage={usage} />
          <Month usage={usage} />
          <Counts usage={usage} />
          <Kept days={usage.event_days} />
        </>
      )}
    </Page>
  );
}

function Plan({ usage: { plan, requests } }: { usage: UsageSummary }) {
  return (
    <Section title={`${PLANS[plan]} plan`}>
      <Meter label="API requests this hour" used={requests.used} limit={requests.limit} />
      <p className={classes.note}>
        {requests.resets_at
          ? `Resets at ${formatTime(requests.resets_at)}.`
          : 'No requests in the last hour. The hour starts with the first request.'}{' '}
        All API keys and tokens of a workspace share this limit. Dashboard requests don’t count.
      </p>
    </Section>
  );
}

function Month({ usage: { month, budget, questions_waiting: waiting } }: { usage: UsageSummary }) {
  const cap = budget.monthly_cap_usd;
  return (
    <Section title="This month">
      <p className={classes.note}>
        {formatLongDay(month.since)} to {formatLongDay(month.until)}. Only valid answers count toward scores. Refused
        and failed answers are never counted as “not mentioned”.
      </p>
      <PlatformTable platforms={month.platforms} />
      <Facts
        of={[
          ['Spent this month', formatUsd(budget.spent_month_usd)],
          ['Spent today', formatUsd(budget.spent_today_usd)],
          ['Monthly limit', cap === null ? 'None' : formatUsd(cap)],
          ['Daily limit', budget.daily_cap_usd === null ? 'None' : formatUsd(budget.daily_cap_usd)],
          ['Queued prompts', formatNumber(waiting)],
        ]}
      />
      {cap !== null && (
        <Meter label="Monthly limit used" used={budget.spent_month_usd} limit={cap} format={formatUsd} />
      )}
    </Section>
  );
}

function Counts({ usage: { keywords, webhooks, active_keys: keys } }: { usage: UsageSummary }) {
  return (
    <Section title="Resources">
      <Meter label="Webhooks" used={webhooks.used} limit={webhooks.limit} />
      <Facts
        of={[
          ['Active keywords', formatNumber(keywords.active)],
          ['Paused keywords', formatNumber(keywords.paused)],
          [
            'Active API keys',
            <Link key="keys" to="/settings/keys">
              {formatNumber(keys)}
            </Link>,
          ],
        ]}
      />
    </Section>
  );
}

function Kept({ days }: { days: number | null }) {
  return (
    <Section title="Data retention">
      <Facts
        of={[
          ['Events, deliveries and attempts', days === null ? 'Set by the server' : `${formatNumber(days)} days`],
          ['Held deliveries of a disabled webhook', '7 days, up to 10,000'],
          ['Scores and daily counts', 'Indefinitely'],
        ]}
      />
      <RetentionOfAnswers />
      <Text size="sm" c="dimmed">
        Your administrator can change event retention (EVENT_DAYS).
      </Text>
    </Section>
  );
}

import { Text } from '@mantine/core';
import type { DeliveryAttempt } from '@visibility/sdk';
import { formatNumber, formatSeconds } from '../../base/format.ts';
import { Facts } from '../facts.tsx';
import { RawText } from '../raw-text.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function AttemptList({ attempts, most }: { attempts: DeliveryAttempt[]; most: number }) {
  return (
    <Section title="Attempts">
      {attempts.length === 0 ? (
        <Text c="dimmed">Not attempted yet. The first attempt usually starts within a second.</Text>
      ) : (
        <ol className={classes.list}>
          {attempts.toReversed().map((attempt) => (
            <li key={`${attempt.started_at} ${attempt.attempt}`} className={classes.attempt}>
              <Attempt attempt={attempt} most={most} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Attempt({ attempt, most }: { attempt: DeliveryAttempt; most: number }) {
  const { response_status: status, duration_ms: ms, response_body: body, error, error_text: words } = attempt;
  return (
    <>
      <Facts
        of={[
          ['Attempt', `${attempt.attempt} of ${most}`],
          [
            'Time',
            <time key="when" dateTime={attempt.started_at} title={attempt.started_at}>
              {formatSeconds(attempt.started_at)}
            </time>,
          ],
          ['Status code', status ?? 'No response'],
          ['Duration', <Duration key="ms" ms={ms} timings={attempt.timings} />],
        ]}
      />
      {error && (
        <Text size="sm" c="var(--bad)">
          {words ?? error} <code>({error})</code>
        </Text>
      )}
      {body && <RawText text={body} label={`Response body of attempt ${attempt.attempt}`} />}
    </>
  );
}

const STEPS = [
  ['dns_ms', 'DNS'],
  ['connect_ms', 'connect'],
  ['tls_ms', 'TLS'],
  ['first_byte_ms', 'first byte'],
] as const;

/** The duration. The steps are shown on hover. */
function Duration({ ms, timings }: { ms: number | null; timings: DeliveryAttempt['timings'] }) {
  if (ms === null) return <>Unknown</>;
  const steps = STEPS.flatMap(([field, name]) => {
    const time = timings?.[field];
    return time === null || time === undefined ? [] : [`${name} ${formatNumber(time)} ms`];
  });
  return (
    <span title={steps.join(', ')} className="numeric">
      {formatNumber(ms)} ms
    </span>
  );
}

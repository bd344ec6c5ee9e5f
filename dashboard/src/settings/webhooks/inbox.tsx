import { Text } from '@mantine/core';
import { INBOX_URL, type ReceivedRequest, type Webhook } from '@visibility/sdk';
import { useState } from 'react';
import { WATCH_MS } from '../../api/webhooks.ts';
import { formatSeconds } from '../../base/format.ts';
import { ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { RawText } from '../raw-text.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

const NEWEST_RECEIVED = 20;

/** The address to show. */
export function addressOf({ url }: Pick<Webhook, 'url'>): string {
  return url === INBOX_URL ? 'Built-in inbox' : url;
}

/** The newest requests to a webhook whose address is the built-in inbox. */
export function Inbox({ webhook }: { webhook: Webhook }) {
  const {
    data: inbox,
    error,
    refetch,
  } = useRead('GET /:mode/webhooks/:webhook_id/inbox', {
    params: { webhook_id: webhook.webhook_id },
    query: { per_page: NEWEST_RECEIVED },
    refetchInterval: WATCH_MS,
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!inbox) return null;
  return (
    <Section title="Inbox">
      {inbox.data.length === 0 ? (
        <Text c="dimmed">Nothing received yet. Click Send Test, or advance the sandbox by a day.</Text>
      ) : (
        <ul className={classes.list}>
          {inbox.data.map((request) => (
            <li key={request.sequence}>
              <Request request={request} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Request({ request }: { request: ReceivedRequest }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.request} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <time dateTime={request.received_at}>{formatSeconds(request.received_at)}</time> {request.type}{' '}
        <code className={classes.wrapped}>{request.event_id}</code>
      </summary>
      {isOpen && (
        <div className={classes.stack}>
          <RawText text={headerLines(request)} label="Request headers" />
          <RawText text={formatted(request.body)} label="Request body, formatted" />
        </div>
      )}
    </details>
  );
}

function headerLines({ headers }: ReceivedRequest): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function formatted(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

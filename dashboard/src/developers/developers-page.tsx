import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Command } from '../base/command.tsx';
import { Page } from '../base/page.tsx';
import { Section } from '../settings/section.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { Doors } from './doors.tsx';
import { readVisibility, verifyWebhook } from './examples.ts';

/** The way from a key to the first number, with this server's own address in every line. */
export function DevelopersPage() {
  const base = location.origin;
  return (
    <Page
      title="Developers"
      lead={
        <>
          Everything in this dashboard is also at <code>{base}/api/v1</code>, as JSON.
        </>
      }
    >
      <Section title="1. Get a key">
        <Text>
          <Link to="/settings/keys">Create an API key</Link>: a test key opens the sandbox, a live key your data. Put it
          where your programs find it, and never into a web page:
        </Text>
        <Command text="export VISIBILITY_API_KEY=svc_test_…" />
      </Section>
      <Section title="2. Read your visibility">
        <CodeTabs label="Read your visibility" examples={readVisibility(base)} />
        <Text size="sm" c="dimmed">
          A page of keywords, each with its score from 0 to 100, overall and per AI platform. Every answer says in
          X-RateLimit-Remaining how many requests are left this hour.
        </Text>
      </Section>
      <Section title="3. Get notified of changes">
        <Text>
          <Link to="/settings/webhooks">Create a webhook</Link>, then check the signature of what arrives: the header
          X-Service-Signature is sha256= and the HMAC-SHA-256 of the body, keyed with the webhook’s secret.
        </Text>
        <CodeTabs label="Verify a webhook" examples={verifyWebhook()} />
        <Text size="sm" c="dimmed">
          Check the bytes as they arrived, before anything parses them. Answer 2xx at once, work afterwards, and
          remember the event’s id: one may arrive twice.
        </Text>
      </Section>
      <Doors base={base} />
    </Page>
  );
}

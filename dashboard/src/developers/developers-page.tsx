import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Command } from '../base/command.tsx';
import { Page } from '../base/page.tsx';
import { Section } from '../settings/section.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { readVisibility, verifyWebhook } from './examples.ts';
import { Integrations } from './integrations.tsx';

/** Quick start for the API. The examples contain the URL of this server. */
export function DevelopersPage() {
  const base = location.origin;
  return (
    <Page
      title="Developers"
      lead={
        <>
          All data in this dashboard is available as JSON at <code>{base}/api/v1</code>.
        </>
      }
    >
      <Section title="1. Create an API key">
        <Text>
          <Link to="/settings/keys">Create an API key</Link>. Test keys use the sandbox, live keys use your data. Store
          the key in an environment variable on your server. Never put it into a web page.
        </Text>
        <Command text="export VISIBILITY_API_KEY=svc_test_…" />
      </Section>
      <Section title="2. Read your visibility">
        <CodeTabs label="Read your visibility" examples={readVisibility(base)} />
        <Text size="sm" c="dimmed">
          Returns a page of keywords with scores from 0 to 100, overall and per platform. The X-RateLimit-Remaining
          header contains the number of requests left this hour.
        </Text>
      </Section>
      <Section title="3. Get notified of changes">
        <Text>
          <Link to="/settings/webhooks">Create a webhook</Link> and verify the signature of every delivery. The
          X-Service-Signature header is “sha256=” followed by the HMAC-SHA-256 of the body, keyed with the signing
          secret.
        </Text>
        <CodeTabs label="Verify a webhook" examples={verifyWebhook()} />
        <Text size="sm" c="dimmed">
          Verify the raw body before you parse it. Respond with 2xx immediately and process the event afterward. Store
          event IDs, because an event can arrive twice.
        </Text>
      </Section>
      <Integrations base={base} />
    </Page>
  );
}

import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Command } from '../base/command.tsx';
import { Section } from '../settings/section.tsx';
import classes from './doors.module.css';

/** Every way in and out, and where it begins. */
export function Doors({ base }: { base: string }) {
  return (
    <Section title="All doors">
      <ul className={classes.doors}>
        <Door title="API reference">
          <Text>
            Every endpoint with its fields and examples: <a href="/docs">read it here</a>, or take the OpenAPI 3.1
            description at <a href="/openapi.json">/openapi.json</a> to generate a client.
          </Text>
        </Door>
        <Door title="SDK for TypeScript">
          <Text>
            Types of every record and event, and the signature check, without dependencies: the package{' '}
            <code>@visibility/sdk</code>, in the folder sdk of the source.
          </Text>
        </Door>
        <Door title="MCP">
          <Text>Lets an AI assistant read your numbers. Add this to its configuration, with a key of yours:</Text>
          <Command text={mcpConfig(base)} />
        </Door>
        <Door title="CSV">
          <Text>
            Reports as CSV, PDF or JSON are on the <Link to="/reports">Reports</Link> page, and behind{' '}
            <code>/api/v1/reports</code>.
          </Text>
        </Door>
        <Door title="OAuth 2.0">
          <Text>
            Client credentials at <code>{base}/oauth/token</code>, for tools that want it:{' '}
            <Link to="/settings/oauth-clients">OAuth clients</Link>.
          </Text>
        </Door>
      </ul>
    </Section>
  );
}

function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={classes.door}>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

function mcpConfig(base: string): string {
  const server = { type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer svc_test_…' } };
  return JSON.stringify({ mcpServers: { visibility: server } }, null, 2);
}

import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Command } from '../base/command.tsx';
import { Section } from '../settings/section.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { downloadLists, mcpConfigs, readBySdk } from './examples.ts';
import classes from './integrations.module.css';

const PACK_SDK = 'npx tsc -b sdk && npm pack --workspace sdk';

/** All other interfaces and how to start with them. */
export function Integrations({ base }: { base: string }) {
  return (
    <Section title="More ways to connect">
      <ul className={classes.integrations}>
        <Integration title="API reference">
          <Text>
            All endpoints with fields and examples: <a href="/docs/reference">API reference</a>. To generate a client,
            use the OpenAPI 3.1 description at <a href="/openapi.json">/openapi.json</a>.
          </Text>
        </Integration>
        <Integration title="OAuth 2.0">
          <Text>
            For tools that require OAuth: create an <Link to="/settings/oauth-clients">OAuth client</Link>. The token
            URL for client credentials is <code>{base}/oauth/token</code>.
          </Text>
        </Integration>
        <Integration title="TypeScript SDK">
          <Text>
            Typed client with retries, pagination and signature verification. It has no dependencies and runs wherever{' '}
            <code>fetch</code> is available. Build the package from the source (see docs/sdk.md):
          </Text>
          <Command text={PACK_SDK} />
          <Command text={readBySdk(base)} />
        </Integration>
        <Integration title="MCP for AI assistants">
          <Text>
            Lets Claude, Cursor and other assistants query your data. Add one of these to the assistant’s configuration,
            with an API key that has the read scope. Use stdio for assistants that start local programs, such as Claude
            Desktop. Run it in the source folder.
          </Text>
          <CodeTabs label="MCP configuration" examples={mcpConfigs(base)} />
        </Integration>
        <Integration title="CSV and NDJSON">
          <Text>
            Add <code>.csv</code> or <code>.ndjson</code> to any list endpoint to download the full list in one request.
            Reports are on the <Link to="/reports">Reports</Link> page.
          </Text>
          <Command text={downloadLists(base)} />
        </Integration>
        <Integration title="SQL for BI tools">
          <Text>
            Metabase, Power BI, Tableau or psql can read views of one workspace from the database. This command creates
            a role and prints its connection URL once. The views are listed in docs/bi.md.
          </Text>
          <Command text="npx visibility bi role acme_bi --mode live" />
        </Integration>
      </ul>
    </Section>
  );
}

function Integration({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={classes.integration}>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

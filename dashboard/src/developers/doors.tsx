import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Command } from '../base/command.tsx';
import { Section } from '../settings/section.tsx';
import { CodeTabs } from './code-tabs.tsx';
import classes from './doors.module.css';
import { downloadLists, mcpConfigs, readBySdk } from './examples.ts';

const PACK_SDK = 'npx tsc -b sdk && npm pack --workspace sdk';

/** Every way in and out, and where it begins. */
export function Doors({ base }: { base: string }) {
  return (
    <Section title="More ways to connect">
      <ul className={classes.doors}>
        <Door title="API reference">
          <Text>
            Every endpoint with its fields and examples: <a href="/docs">read it here</a>, or take the OpenAPI 3.1
            description at <a href="/openapi.json">/openapi.json</a> to generate a client.
          </Text>
        </Door>
        <Door title="OAuth 2.0">
          <Text>
            Client credentials at <code>{base}/oauth/token</code>, for tools that want it:{' '}
            <Link to="/settings/oauth-clients">OAuth clients</Link>.
          </Text>
        </Door>
        <Door title="SDK for TypeScript">
          <Text>
            A typed client of every endpoint, which tries again and turns pages, and the signature check. No
            dependencies; runs where <code>fetch</code> does. Pack it from the source, see docs/sdk.md:
          </Text>
          <Command text={PACK_SDK} />
          <Command text={readBySdk(base)} />
        </Door>
        <Door title="MCP, for AI assistants">
          <Text>
            Lets Claude, Cursor and others ask for your numbers. Put one of these into the assistant’s configuration,
            with a read key of yours. stdio is for assistants that only start programs, as Claude Desktop does; run it
            where the source is.
          </Text>
          <CodeTabs label="MCP configuration" examples={mcpConfigs(base)} />
        </Door>
        <Door title="CSV and NDJSON">
          <Text>
            Every list ends in <code>.csv</code> or <code>.ndjson</code> if you want: the whole list, as one request.
            Finished reports are on the <Link to="/reports">Reports</Link> page.
          </Text>
          <Command text={downloadLists(base)} />
        </Door>
        <Door title="SQL, for BI tools">
          <Text>
            Metabase, Power BI, Tableau or psql read views of one workspace from the database. This makes a role and
            prints its address, once; docs/bi.md names the views:
          </Text>
          <Command text="npx visibility bi role acme_bi --mode live" />
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

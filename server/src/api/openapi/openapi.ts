import { z } from 'zod';
import type { Route } from '../route.ts';
import { API_VERSION } from '../version.ts';
import { sharedErrors } from './errors.ts';
import { sharedHeaders } from './headers.ts';
import type { Json } from './json.ts';
import { operationOf } from './operation.ts';
import { createSchemaRegistry } from './schema-registry.ts';
import { tagsOf } from './tags.ts';
import { webhooksOf } from './webhooks.ts';

const PREFIX = '/api/v1';

const DESCRIPTION = `How keywords, a brand and its competitors appear in the answers of AI platforms.

Every request carries \`Authorization: Bearer <key>\`. A key that starts with \`svc_live_\` opens the live workspace, one with \`svc_test_\` a sandbox
with simulated data, real events and no cost.

Lists are \`{data, meta: {total, page, per_page}}\`. Every error is \`{"detail": "…"}\`. Unknown fields in a body are refused, unknown query parameters ignored.
HEAD works wherever GET does.

Every list also comes as CSV or as one JSON record a line: send \`Accept: text/csv\` or \`Accept: application/x-ndjson\`, or add \`.csv\` or \`.ndjson\` to the
path (\`/api/v1/keywords.csv\`). Filters are the same; without \`page\` and \`per_page\` the whole list is streamed, as one request.`;

const errorSchema = z
  .strictObject({ detail: z.string().describe('What is wrong, in one sentence.') })
  .meta({ id: 'Error', example: { detail: 'Keyword not found' } });

/** The API's description, made from the same definitions that requests and responses are checked with. */
export function openApiDocument(routes: Route[], { baseUrl }: { baseUrl: string }): Json {
  const registry = createSchemaRegistry();
  registry.describe(errorSchema, 'output');
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, registry) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Visibility Data Service',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: tagsOf(routes.map(({ path }) => path)),
    paths,
    webhooks: webhooksOf(registry),
    components: {
      schemas: registry.named,
      responses: sharedErrors(),
      headers: sharedHeaders(),
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

function securitySchemes(baseUrl: string): Json {
  const scopes = { read: 'Read everything of the workspace', write: 'Change it, too' };
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key (`svc_live_…` or `svc_test_…`), made in the dashboard or with `visibility keys create`.',
    },
    oauth: {
      type: 'oauth2',
      description: 'An access token of an OAuth client, sent as the same bearer token.',
      flows: { clientCredentials: { tokenUrl: new URL('/oauth/token', baseUrl).href, scopes } },
    },
  };
}

import { z } from 'zod';
import { own } from '../../base/own.ts';
import { DEPRECATIONS, type Deprecations } from '../deprecations.ts';
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

const DESCRIPTION = `Tracks how often AI platforms mention a brand and its competitors.

Send \`Authorization: Bearer <key>\` with every request. A key that starts with \`svc_live_\` accesses the live workspace. A key that starts with
\`svc_test_\` accesses a sandbox with simulated data and real events, free of charge.

Lists have the form \`{data, meta: {total, page, per_page}}\`. Errors have the form \`{"detail": "…"}\`. Unknown fields in a body are rejected. Unknown query
parameters are ignored and named in \`X-Unknown-Parameters\`; with \`Prefer: handling=strict\` they return 422. HEAD works for every GET.

Every list is also available as CSV or NDJSON (one JSON record per line). Send \`Accept: text/csv\` or \`Accept: application/x-ndjson\`, or add \`.csv\` or
\`.ndjson\` to the path (\`/api/v1/keywords.csv\`). The same filters apply. Without \`page\` and \`per_page\`, the whole list is streamed. This counts as one request.`;

const errorSchema = z.strictObject({ detail: z.string().describe('What is wrong.') }).meta({
  id: 'Error',
  description: 'The body of every error under `/api/v1`.',
  example: { detail: 'Keyword not found' },
});

/** The OpenAPI document, generated from the schemas that validate requests and responses. */
export function openApiDocument(
  routes: Route[],
  { baseUrl, deprecations = DEPRECATIONS }: { baseUrl: string; deprecations?: Deprecations },
): Json {
  const registry = createSchemaRegistry();
  registry.describe(errorSchema, 'output');
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
    const isDeprecated = Object.hasOwn(deprecations, route.operation);
    const operation = operationOf(route, registry, { baseUrl, isDeprecated });
    paths[path] = { ...own(paths, path), [route.method.toLowerCase()]: operation };
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
  const scopes = { read: 'Read all data of the workspace', write: 'Read and change all data of the workspace' };
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key (`svc_live_…` or `svc_test_…`), created in the dashboard or with `visibility keys create`.',
    },
    oauth: {
      type: 'oauth2',
      description: 'An access token of an OAuth client, sent as a bearer token like an API key.',
      flows: { clientCredentials: { tokenUrl: new URL('/oauth/token', baseUrl).href, scopes } },
    },
  };
}

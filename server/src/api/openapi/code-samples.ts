import { own } from '../../base/own.ts';
import type { Route } from '../route.ts';
import { clientCall } from './client-call.ts';
import type { Json } from './json.ts';

interface Sampled {
  route: Route;
  parameters: Json[];
  /** The example of the body. */
  body: unknown;
  baseUrl: string;
}

/** A request with curl, TypeScript and Python, to copy. Shown by the API reference. */
export function codeSamplesOf(sampled: Sampled): Json[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(sampled) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(sampled) },
    { lang: 'Python', label: 'Python', source: python(sampled) },
  ];
}

function idsOf({ parameters }: Sampled): string[] {
  return parameters
    .filter((one) => one.in === 'path')
    .map(({ name, example }) => String(example ?? own(EXAMPLES, String(name)) ?? `your ${name}`));
}

/** Ids without an example in the parameters. */
const EXAMPLES: Record<string, string> = { domain: 'heronboard.example' };

function curl(sampled: Sampled): string {
  const { route, body, baseUrl } = sampled;
  const ids = idsOf(sampled);
  const path = route.path.replace(/:\w+/g, () => encodeURIComponent(ids.shift() ?? ''));
  const url = `"${baseUrl}/api/v1${path}"`;
  return [
    `curl ${route.method === 'GET' ? '' : `-X ${route.method} `}${url}`,
    '-H "Authorization: Bearer $VISIBILITY_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

/** Bodies with one field: the SDK takes its value. */
const UNWRAPPED = ['setSourceType', 'testWebhook', 'advanceSandbox'];

function typescript(sampled: Sampled): string {
  const { route, body, baseUrl } = sampled;
  const given = UNWRAPPED.includes(route.operation) ? Object.values(body as object)[0] : body;
  const args = [...idsOf(sampled), ...(given === undefined ? [] : [given])].map((value) =>
    JSON.stringify(value, null, 2),
  );
  return `import { createClient } from '@visibility/sdk';

const client = createClient({ baseUrl: '${baseUrl}', apiKey: process.env.VISIBILITY_API_KEY ?? '' });
console.log(await client.${clientCall(route)}(${args.join(', ')}));`;
}

function python(sampled: Sampled): string {
  const { route, body, baseUrl } = sampled;
  const name = clientCall(route).replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  const args = [...idsOf(sampled), ...(body === undefined ? [] : [body])].map((value) => pythonValue(value));
  return `import os

from visibility_sdk import Client

client = Client("${baseUrl}", os.environ["VISIBILITY_API_KEY"])
print(client.${name}(${args.join(', ')}))`;
}

function pythonValue(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => pythonValue(item, inner))
    : Object.entries(value as object).map(([key, item]) => `${JSON.stringify(key)}: ${pythonValue(item, inner)}`);
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

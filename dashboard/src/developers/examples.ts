export interface Example {
  language: string;
  code: string;
}

export function readVisibility(base: string): Example[] {
  return [
    {
      language: 'curl',
      code: `curl '${base}/api/v1/visibility?per_page=5' \\
  -H "Authorization: Bearer $VISIBILITY_API_KEY"`,
    },
    {
      language: 'TypeScript',
      code: `const response = await fetch('${base}/api/v1/visibility?per_page=5', {
  headers: { authorization: \`Bearer \${process.env.VISIBILITY_API_KEY}\` },
});
const body = await response.json();
if (!response.ok) throw new Error(body.detail);

for (const { keyword, visibility_score, trend } of body.data) {
  console.log(keyword, visibility_score, trend);
}`,
    },
    {
      language: 'Python',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    "${base}/api/v1/visibility?per_page=5",
    headers={"Authorization": f"Bearer {os.environ['VISIBILITY_API_KEY']}"},
)
with urllib.request.urlopen(request) as response:
    page = json.load(response)

for record in page["data"]:
    print(record["keyword"], record["visibility_score"], record["trend"])`,
    },
  ];
}

/** The same with the SDK, which adds retries and pagination. */
export function readBySdk(base: string): string {
  return `import { createClient } from '@visibility/sdk';

const client = createClient({ baseUrl: '${base}', apiKey: process.env.VISIBILITY_API_KEY ?? '' });

for await (const { keyword, visibility_score } of client.visibility.iterate()) {
  console.log(keyword, visibility_score);
}`;
}

/** Downloads of full lists as CSV and NDJSON. */
export function downloadLists(base: string): string {
  return `curl '${base}/api/v1/visibility.csv' -H "Authorization: Bearer $VISIBILITY_API_KEY" -o visibility.csv
curl '${base}/api/v1/mentions.ndjson' -H "Authorization: Bearer $VISIBILITY_API_KEY" -o mentions.ndjson`;
}

/** Configurations for an assistant: over HTTP, or through a local program. */
export function mcpConfigs(base: string): Example[] {
  const configOf = (server: object) => JSON.stringify({ mcpServers: { visibility: server } }, null, 2);
  return [
    {
      language: 'HTTP',
      code: configOf({ type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer svc_test_…' } }),
    },
    {
      language: 'stdio',
      code: configOf({
        command: 'npx',
        args: ['visibility', 'mcp'],
        env: { VISIBILITY_URL: base, VISIBILITY_API_KEY: 'svc_test_…' },
      }),
    },
  ];
}

/** `body` is the raw request body. */
export function verifyWebhook(): Example[] {
  return [
    {
      language: 'curl',
      code: `# The expected X-Service-Signature for body.json:
printf 'sha256=%s\\n' "$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r body.json | cut -d ' ' -f 1)"`,
    },
    {
      language: 'TypeScript',
      code: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(body: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(\`sha256=\${createHmac('sha256', secret).update(body).digest('hex')}\`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
    },
    {
      language: 'Python',
      code: `import hashlib, hmac

def is_genuine(body: bytes, signature: str, secret: str) -> bool:
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())`,
    },
  ];
}

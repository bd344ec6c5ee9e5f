// What the API could reach without any other work: `node:http` with the service's own statements. It checks the key and,
// for a new URL, reads the list at the same time. It has no router, validation, entity tag, rate limit headers or log.
import { createServer } from 'node:http';
import { createSecretsBox } from '../../server/dist/base/secrets-box.js';
import { keyFinder } from '../../server/dist/store/accounts/api-keys.js';
import { openDb } from '../../server/dist/store/db.js';
import { listVisibility } from '../../server/dist/store/keywords/visibility-list.js';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const kept = Buffer.concat(chunks);
const { DATABASE_URL: url = '', SECRETS_KEY: secretsKey = '' } = process.env;
const db = openDb({ url });
const secrets = createSecretsBox(Buffer.from(secretsKey, 'hex'));
const findHolder = keyFinder(db);
const workspaces = new Map();

const server = createServer(async (request, response) => {
  const key = (request.headers.authorization ?? '').slice('Bearer '.length);
  const holder = findHolder(secrets.hash(key));
  if (!workspaces.has(key)) workspaces.set(key, (await holder)?.workspaceId);
  const body = request.url?.includes('fresh') ? await list(workspaces.get(key)) : kept;
  await holder;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${port}\n`);
});

async function list(workspaceId) {
  const { data, total } = await listVisibility(db, workspaceId, {
    filter: { keywordId: undefined, tag: undefined, q: undefined, platform: undefined },
    sort: { by: 'keyword', descending: false },
    page: { page: 1, perPage: 50 },
    withEvidence: false,
  });
  return `{"data":${data},"meta":{"page":1,"per_page":50,"total":${total}}}`;
}

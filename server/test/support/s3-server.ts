import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../src/archive/s3-storage.ts';

const KEY = 'S3RVER';
/** Fewer than a request asks for, as S3 may return. */
const PAGE = 1;

/** What an archive needs of S3, with one bucket. Signatures are checked: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export async function startS3({ bucket }: { bucket: string }) {
  const objects = new Map<string, Buffer>();
  const server = createHttpServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    // A connection was cut.
    if (body === undefined) return;
    const url = new URL(request.url ?? '', 'http://s3');
    const [, place, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const found = objects.get(key);
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const refusal = refusalOf(request, url, body);
    if (refusal !== undefined) fail(403, refusal);
    else if (place !== bucket) fail(404, 'NoSuchBucket');
    else if (request.method === 'PUT') {
      objects.set(key, body);
      response.setHeader('etag', `"${sha256(body)}"`).end();
    } else if (key === '') response.end(listOf([...objects.keys()].sort(), url.searchParams));
    else if (found === undefined) fail(404, 'NoSuchKey');
    else response.end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    settings: s3SettingsFor(`http://127.0.0.1:${port}`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listOf(keys: string[], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const left = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const shown = left.slice(0, PAGE);
  const next = left.length > PAGE ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  const rows = shown.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<ListBucketResult>${rows}<IsTruncated>${next !== ''}</IsTruncated>${next}</ListBucketResult>`;
}

/** The code of S3 for a request whose signature is not that of the known key over what arrived. */
function refusalOf({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d+)\/([\w-]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/;
  const [, key, date = '', region = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (key !== KEY) return 'InvalidAccessKeyId';
  const query = [...url.searchParams].map((pair) => pair.map(encoded).join('=')).sort();
  const values = signed.split(';').map((name) => `${name}:${headers[name]}\n`);
  const parts = [method, url.pathname, query.join('&'), values.join(''), signed, sha256(body)];
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(parts.join('\n'))].join('\n');
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEY}`);
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** The key that the server knows. */
export function s3SettingsFor(endpoint: string): S3Settings {
  const keys = { accessKeyId: KEY, secretAccessKey: KEY, sessionToken: undefined };
  return { ...keys, region: 'eu-central-1', endpoint, pathStyle: true };
}

/** Passes connections on, and cuts each of the next ones after some bytes of the answer or the request. */
export async function startCutter(port: number) {
  const cutter = { after: Number.POSITIVE_INFINITY, times: 0, url: '' };
  const server: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let bytes = 0;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (chunk) => {
        bytes += chunk.length;
        if (cutter.times > 0 && bytes > cutter.after) {
          cutter.times--;
          client.destroy();
          upstream.destroy();
        } else to.write(chunk);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cutter.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(cutter, { close: () => server.close() });
}

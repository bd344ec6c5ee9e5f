import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../src/archive/s3-storage.ts';

/** The part of the package that we use. It has no types. */
type S3rver = new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
const require = createRequire(import.meta.url);
const S3rver: S3rver = require('@20minutes/s3rver');

// It drops the last slash of `/bucket/` before it checks the signature. S3 and other servers check the path as it came.
const v4: {
  getStringToSign(request: { uri: string }, more: object): string;
} = require('@20minutes/s3rver/lib/signature/v4.js');
const { getStringToSign } = v4;
v4.getStringToSign = (request, more) =>
  getStringToSign(/^\/[^/]+$/.test(request.uri) ? { ...request, uri: `${request.uri}/` } : request, more);

/** An S3 server that checks signatures, with one bucket. */
export async function startS3({ bucket }: { bucket: string }) {
  const directory = mkdtempSync(join(tmpdir(), 'visibility s3 '));
  const configureBuckets = [{ name: bucket, configs: [] }];
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets };
  const server = new S3rver({ ...options, allowMismatchedSignatures: false });
  const { port } = await server.run();
  return {
    port,
    directory,
    settings: s3SettingsFor(`http://127.0.0.1:${port}`),
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The key that the server knows. */
export function s3SettingsFor(endpoint: string): S3Settings {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', sessionToken: undefined };
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

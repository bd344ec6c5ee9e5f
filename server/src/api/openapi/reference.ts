import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { V1Deps } from '../v1/v1.ts';
import { v1Routes } from '../v1/v1.ts';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document. It needs no key. */
export function referenceRoutes(app: FastifyInstance, deps: V1Deps & { baseUrl: string }): void {
  const description = once(async () => {
    const document = openApiDocument(v1Routes(deps), deps);
    return ready(Buffer.from(JSON.stringify(document)), 'application/json; charset=utf-8');
  });
  for (const path of ['/openapi.json', '/api/v1/openapi.json']) {
    app.get(path, async (request, reply) => {
      reply.header('access-control-allow-origin', '*');
      return send(await description(), request, reply);
    });
  }
}

interface Ready {
  gzipped: Buffer;
  type: string;
  etag: string;
}

/** Only the compressed form is kept. */
async function ready(body: Buffer, type: string): Promise<Ready> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { gzipped: await promisify(gzip)(body), type, etag };
}

/** Created on the first call and then cached. A failure is not cached. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function send({ gzipped, type, etag }: Ready, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(type);
  if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    return reply.header('content-encoding', 'gzip').send(gzipped);
  }
  return reply.send(gunzipSync(gzipped));
}

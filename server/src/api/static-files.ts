import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The dashboard's files, read once and kept in memory: there are few, and they do not change while we run. */
export type StaticFiles = Map<string, StaticFile>;

interface StaticFile {
  body: Buffer;
  gzipped: Buffer | undefined;
  type: string;
  etag: string;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

export function readStaticFiles(folder: string): StaticFiles {
  const files: StaticFiles = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    const isText = !/^(image\/(png|x-icon)|font)/.test(type);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, {
      body,
      gzipped: isText ? gzipSync(body) : undefined,
      type,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    });
  }
  return files;
}

/**
 * Sends a file, or to browsers the one page for any address of the dashboard: a program that has mistaken the API's
 * address would not know what to do with a page. Undefined when there is neither.
 */
export function sendFile(files: StaticFiles, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const path = request.url.split('?')[0] ?? '/';
  const isPage = path === '/' || (extname(path) === '' && request.headers.accept?.includes('text/html'));
  const file = files.get(path) ?? (isPage ? files.get('/index.html') : undefined);
  if (!file) return undefined;
  // Names under assets/ carry a hash of their content.
  const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({
    'cache-control': cache,
    etag: file.etag,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'same-origin',
    vary: 'accept, accept-encoding',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const isGzipped = file.gzipped !== undefined && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isGzipped) reply.header('content-encoding', 'gzip');
  return reply.type(file.type).send(isGzipped ? file.gzipped : file.body);
}

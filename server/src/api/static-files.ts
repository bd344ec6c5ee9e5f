import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { own } from '../base/own.ts';

/** Files of the dashboard or the documentation, read once and kept in memory: there are few, and they do not change at run time. */
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
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The placeholder in the page for the nonce of each response. */
const NONCE = '__NONCE__';

/**
 * Allows only our own files. The dashboard's components add style sheets by script, with the nonce of this response.
 * Injected content does not know the nonce.
 */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

export function readStaticFiles(folder: string): StaticFiles {
  const files: StaticFiles = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = own(TYPES, extname(entry.name));
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
 * Sends a file. For any other dashboard URL, sends the page, but only to browsers: an API client with a wrong URL could
 * not use it. Undefined if neither applies.
 */
export function sendFile(files: StaticFiles, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const path = request.url.split('?')[0] ?? '/';
  const isPage = path === '/' || (extname(path) === '' && request.headers.accept?.includes('text/html'));
  const file = files.get(path) ?? (isPage ? files.get('/index.html') : undefined);
  return file && sendStatic(file, request, reply);
}

export function sendStatic(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // File names under assets/ contain a content hash.
  const cache = request.url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  const nonce = randomBytes(16).toString('base64url');
  reply.headers({
    'cache-control': cache,
    'content-security-policy': policyWith(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    vary: 'accept, accept-encoding',
  });
  // No ETag: a cached page would have an outdated nonce.
  if (file.type === TYPES['.html']) return reply.type(file.type).send(file.body.toString().replaceAll(NONCE, nonce));
  reply.header('etag', file.etag);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const isGzipped = file.gzipped !== undefined && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isGzipped) reply.header('content-encoding', 'gzip');
  return reply.type(file.type).send(isGzipped ? file.gzipped : file.body);
}

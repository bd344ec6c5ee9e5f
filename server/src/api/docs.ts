import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readStaticFiles, sendStatic } from './static-files.ts';

const FOLDER = fileURLToPath(new URL('../../assets/docs', import.meta.url));

/** The documentation, built by `scripts/build-docs.mjs`: `/docs/api` as HTML, `/docs/api.md` as Markdown. */
export function docsRoutes(app: FastifyInstance): void {
  const files = readStaticFiles(FOLDER);
  const answer = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(name) ?? files.get(`${name}.html`);
    return file ? sendStatic(file, request, reply) : reply.callNotFound();
  };
  app.get('/docs', (request, reply) => answer('/index', request, reply));
  app.get('/docs/*', (request, reply) => {
    const name = request.url.split('?')[0]?.slice('/docs'.length).replace(/\/$/, '') || '/index';
    return answer(name, request, reply);
  });
  app.get('/llms.txt', (request, reply) => answer('/llms.txt', request, reply));
}

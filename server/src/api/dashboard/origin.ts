import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';

/** Protects against CSRF: another site can make a browser send our cookie, but it cannot forge these headers. */
export function checkOrigin(request: FastifyRequest, { baseUrl }: { baseUrl: string }): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  // A proxy may have changed Host. BASE_URL is the public name.
  const ours = [host, new URL(baseUrl).host];
  const asking = origin === undefined ? undefined : parseUrl(origin);
  const isOurOrigin = origin === undefined || (asking !== undefined && ours.includes(asking.host));
  // `same-site` is another host of the same domain, which may have a different owner.
  const isOurSite = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOurOrigin || !isOurSite) throw new ApiError(403, 'Requests from other sites are not allowed');
}

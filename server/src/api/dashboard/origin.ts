import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';

/** Another site's page can make a browser send our cookie; it cannot make it lie about where the request comes from. */
export function checkOrigin(request: FastifyRequest, { baseUrl }: { baseUrl: string }): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  // A proxy may have put its own name for us into Host; BASE_URL is the one people see.
  const ours = [host, new URL(baseUrl).host];
  const asking = origin === undefined ? undefined : parseUrl(origin);
  const isOurOrigin = origin === undefined || (asking !== undefined && ours.includes(asking.host));
  // `same-site` is another host of the same domain, which may be somebody else's.
  const isOurSite = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOurOrigin || !isOurSite) throw new ApiError(403, 'Requests from other sites are refused');
}

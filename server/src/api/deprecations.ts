import type { FastifyReply } from 'fastify';

export interface Deprecation {
  /** When it was deprecated, and when it will be removed: a day, or a time with its zone. */
  since: string;
  sunset?: string;
}

/** By operation id. */
export type Deprecations = Record<string, Deprecation>;

/** Add an entry to `docs/api-changes.md` too. */
export const DEPRECATIONS: Deprecations = {};

const CHANGES = '</docs/api-changes>; rel="deprecation"; type="text/html"';

/** The headers of RFC 9745 and RFC 8594, and a link to the changes. */
export function announce({ since, sunset }: Deprecation, reply: FastifyReply): void {
  const link = reply.getHeader('link');
  reply.headers({
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: link === undefined ? CHANGES : `${link}, ${CHANGES}`,
  });
}

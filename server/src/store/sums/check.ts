import { groupBy } from '../../base/group-by.ts';
import { pageKey } from '../../base/page-key.ts';
import { joinSources } from '../../score/day-sources.ts';
import type { SourceSum } from '../../score/sum-day.ts';
import { type Db, sql } from '../db.ts';
import { packPages, sumPages } from './packed-pages.ts';
import { sumSources, wholeDay } from './read.ts';
import { type DomainValue, domainsOf, valuesOf } from './values.ts';
import type { CitedPage, SourcePart } from './write.ts';

/** Days and platforms of a keyword whose stored sources differ from those of its answers. */
export async function wrongSources(
  db: Db,
  workspaceId: string,
  { keywordId, since, parts }: { keywordId: string; since: string; parts: SourcePart[] },
): Promise<string[]> {
  const stored = await db.records<SourcePart>(
    sql`select day, keyword_id, platform, part, value
        from day_sources
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and day >= ${since}`,
  );
  const [known, recomputed] = [joined(stored), joined(parts)];
  return [...new Set([...recomputed.keys(), ...known.keys()])]
    .filter((name) => recomputed.get(name) !== known.get(name))
    .sort();
}

function joined(parts: SourcePart[]): Map<string, string> {
  const cells = groupBy(parts, ({ day, platform }) => `${day} ${platform}`);
  return new Map(
    [...cells].map(([name, some]) => [name, JSON.stringify(joinSources(some.map(({ value }) => JSON.parse(value))))]),
  );
}

interface StoredSums {
  day: string;
  platform: string;
  isCurrent: boolean;
  pages: string;
  domains: string;
}

/**
 * Makes the sums of each day again and returns what differs. Sums that are not current are not read, and those of days
 * before `since` cannot be made again.
 */
export async function wrongSums(
  db: Db,
  workspaceId: string,
  since = '0001-01-01',
): Promise<{ sums: string[]; pages: string[] }> {
  const stored = await db.records<StoredSums>(
    sql`select day, platform, is_current, pages, domains from day_sums where workspace_id = ${workspaceId}`,
  );
  const found = await db.records<{ day: string; platform: string }>(
    sql`select distinct day, platform from day_sources where workspace_id = ${workspaceId} and day >= ${since}`,
  );
  const names = new Set(stored.map(({ day, platform }) => `${day} ${platform}`));
  const sums = found.map(({ day, platform }) => `${day} ${platform}`).filter((name) => !names.has(name));
  const packed = stored.map(({ pages }) => pages);
  for (const [day, mine] of groupBy(stored, (one) => one.day)) {
    if (day < since) continue;
    const made = await sumSources(db, workspaceId, { range: wholeDay(day) });
    sums.push(...(await wrongOfDay(db, workspaceId, { day, stored: mine, made })));
    for (const { pages } of made.values()) packed.push(packPages(pages));
  }
  return { sums: sums.sort(), pages: await wrongPages(db, workspaceId, await sumPages(packed)) };
}

async function wrongOfDay(
  db: Db,
  workspaceId: string,
  { day, stored, made }: { day: string; stored: StoredSums[]; made: Map<string, SourceSum> },
): Promise<string[]> {
  const domains = await db.records<{ domain: string; platforms: string }>(
    sql`select domain, platforms from day_domains where workspace_id = ${workspaceId} and day = ${day}`,
  );
  const [known, recomputed] = [byPlatform(domains), byPlatform(domainsOf(made))];
  return stored
    .filter(({ isCurrent }) => isCurrent)
    .filter(({ platform, pages, domains }) => {
      const values = valuesOf(made.get(platform));
      const isSame = values.pages === pages && values.domains === domains;
      return !isSame || known.get(platform) !== recomputed.get(platform);
    })
    .map(({ platform }) => `${day} ${platform}`);
}

/** Each domain with its value, as text. */
function byPlatform(rows: { domain: string; platforms: string }[]): Map<string, string> {
  const values = rows.flatMap(({ domain, platforms }) =>
    Object.entries<DomainValue>(JSON.parse(platforms)).map(([platform, value]) => ({
      platform,
      line: JSON.stringify([domain, value]),
    })),
  );
  const lines = groupBy(values, ({ platform }) => platform);
  return new Map(
    [...lines].map(([platform, some]) => [
      platform,
      some
        .map(({ line }) => line)
        .sort()
        .join('\n'),
    ]),
  );
}

/** Keys of summed pages without an address, or with the address or domain of another page. */
async function wrongPages(db: Db, workspaceId: string, summed: { key: string }[]): Promise<string[]> {
  const pages = await db.records<CitedPage>(
    sql`select page_key::text, canonical_url, domain from cited_pages where workspace_id = ${workspaceId}`,
  );
  const domains = await db.records<{ pageKey: string; domain: string }>(
    sql`select distinct page_key::text, domain from citations where workspace_id = ${workspaceId} and kind = 'cited'`,
  );
  const domainOf = new Map(domains.map((page) => [page.pageKey, page.domain]));
  const known = new Set(pages.map((page) => page.pageKey));
  const wrong = pages.filter(
    (page) =>
      pageKey(page.canonicalUrl) !== page.pageKey || (domainOf.get(page.pageKey) ?? page.domain) !== page.domain,
  );
  return [
    ...new Set([
      ...wrong.map((page) => page.pageKey),
      ...summed.map(({ key }) => key).filter((key) => !known.has(key)),
    ]),
  ];
}

/** What the charts and filters of every page read. */
const COMMON = ['/annotations', '/comparison', '/keyword-tags'];

/** The pages that can be shared, and the routes that each of them reads. Nothing else is open to a share link. */
const PAGES: { page: RegExp; paths: string[] }[] = [
  { page: /^\/$/, paths: ['/overview', '/overview/voice', '/overview/news', '/overview/coverage', '/review/summary'] },
  {
    page: /^\/keywords\/(?<keywordId>kw_\w+)$/,
    paths: [
      '/keywords/:keyword_id/scores',
      '/keywords/:keyword_id/moves',
      '/keywords/:keyword_id/answers',
      '/queries',
      '/competitors',
    ],
  },
  {
    page: /^\/competitors$/,
    paths: [
      '/tracked-brands',
      '/standings',
      '/standings/crossings',
      '/share-of-voice',
      '/competitors/reread',
      '/competitors/candidates',
    ],
  },
];

/** Every path that some shared page reads. */
export const SHARED_PATHS = [...new Set([...COMMON, ...PAGES.flatMap(({ paths }) => paths)])];

/** What a shared page may read, and the keyword it is limited to. Undefined if the page cannot be shared. */
export function sharedPage(path: string): { paths: string[]; keywordId: string | undefined } | undefined {
  for (const { page, paths } of PAGES) {
    const found = page.exec(path);
    if (found) return { paths: [...COMMON, ...paths], keywordId: found.groups?.keywordId };
  }
  return undefined;
}

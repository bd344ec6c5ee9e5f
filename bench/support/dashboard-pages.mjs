const LENGTHS = [30, 91];

/**
 * The requests of each page of the dashboard, with the page sizes that it sends. Requests with a period are listed with
 * 30 days, the default of most pages, and with 91 days.
 */
export function pagesOf(found) {
  const { row, platform, today } = found;
  const dayBefore = (days) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);
  const known = {
    ...found,
    dayBefore,
    since: (days) => `since=${dayBefore(days - 1)}`,
    compared: (days) =>
      `since=${dayBefore(days - 1)}&until=${dayBefore(0)}&compare_since=${dayBefore(2 * days - 1)}&compare_until=${dayBefore(days)}`,
    id: row.keyword_id,
    keyword: `keyword_id=${row.keyword_id}`,
    tag: `tag=${encodeURIComponent(row.tags[0] ?? '')}`,
    on: `platform=${platform}`,
  };
  return {
    Shell: ['/session', '/alert-notices', '/views?per_page=100', '/annotations?per_page=100'],
    Overview: overviewOf(known),
    ...keywordPagesOf(known),
    ...answerPagesOf(known),
    Competitors: competitorsOf(known),
    ...settingsOf(known),
  };
}

function overviewOf({ since, compared, tag, on }) {
  return [
    '/review?per_page=100',
    `/review/summary?${since(90)}`,
    ...['', '/voice', '/news', '/coverage'].flatMap((part) => [
      ...LENGTHS.flatMap((days) => [`/overview${part}?days=${days}`, `/overview${part}?days=${days}&${on}`]),
      `/overview${part}?days=91&${tag}`,
    ]),
    ...['total', 'brand'].map((by) => `/comparison?by=${by}&${compared(45)}`),
  ];
}

function keywordPagesOf({ row, answer, event, since, compared, id, keyword, tag, on }) {
  const rows = '/keyword-rows?per_page=100';
  return {
    Keywords: [
      rows,
      `${rows}&sort=-visibility_score`,
      `${rows}&q=${encodeURIComponent(row.keyword.slice(0, 8))}`,
      `${rows}&${tag}`,
      `${rows}&${on}`,
      `${rows}&status=paused`,
      '/keyword-ids',
      '/keyword-tags',
      '/keywords?per_page=1',
      `/comparison?by=keyword&${compared(30)}`,
    ],
    Keyword: [
      `/keywords/${id}`,
      `/visibility/${id}?${since(91)}`,
      ...LENGTHS.map((days) => `/keywords/${id}/scores?days=${days}`),
      `/keywords/${id}/moves?${since(91)}`,
      `/keywords/${id}/answers?per_page=10`,
      `/competitors?${keyword}&${since(91)}&include=evidence&per_page=100`,
      `/queries?${keyword}&${since(91)}&per_page=10&include=evidence`,
      ...(event ? [`/events/${event}`] : []),
    ],
    Answer: [`/answers/${answer.answer_id}/view`],
  };
}

function answerPagesOf({ domain, url, since, keyword, on }) {
  return {
    Mentions: ['/mentions/sentences', '/mentions/sentiment', '/sentences', '/attributes'].flatMap((path) => [
      ...LENGTHS.map((days) => `${path}?${since(days)}&per_page=25`),
      `${path}?${since(91)}&per_page=25&${on}`,
      `${path}?${since(91)}&per_page=25&${keyword}`,
    ]),
    Sources: LENGTHS.flatMap((days) => [
      `/sources?${since(days)}&per_page=25&include=evidence`,
      `/sources?${since(days)}&per_page=25&include=evidence&${on}`,
      `/sources/types?${since(days)}`,
      `/sources/${domain}?${since(days)}&interval=week`,
      `/citations/pages?${since(days)}&per_page=25`,
      `/citations/keywords?domain=${domain}&${since(days)}`,
      `/citations/keywords?page_url=${encodeURIComponent(url)}&${since(days)}`,
      `/citations/newest?${since(days)}&per_page=25`,
    ]),
    Gaps: LENGTHS.flatMap((days) => [
      `/gaps?${since(days)}&per_page=20`,
      `/gaps?${since(days)}&per_page=20&${on}`,
      `/gaps?${since(days)}&per_page=20&${keyword}`,
    ]),
    Searches: LENGTHS.flatMap((days) => [
      `/queries?${since(days)}&per_page=25&include=evidence`,
      `/queries?${since(days)}&per_page=25&include=evidence&q=best`,
    ]),
  };
}

function competitorsOf({ since, on }) {
  return [
    ...[7, ...LENGTHS].map((days) => `/tracked-brands?${since(days)}`),
    ...LENGTHS.flatMap((days) => [`/share-of-voice?days=${days}`, `/share-of-voice?days=${days}&${on}`]),
    '/standings?platform=overall&page=1&per_page=100',
    `/standings/crossings?${since(91)}&page=1&per_page=10`,
    '/competitors?per_page=100',
    '/competitors/candidates?per_page=12',
    '/competitors/reread',
  ];
}

/** Not of a workspace. */
const ACCOUNT = [
  '/account',
  '/sessions',
  '/members',
  '/members/invitations',
  '/keys',
  '/oauth-clients',
  '/audit',
  '/mail',
];

export function isOfAccount(path) {
  return path === '/session' || ACCOUNT.includes(path);
}

function settingsOf({ webhook, dayBefore }) {
  return {
    Alerts: ['/alerts?include=settings', '/alert-firings?per_page=20', '/alert-activity'],
    Reports: ['/reports?include=settings'],
    Brand: ['/brand'],
    Platforms: ['/platform-states', '/budget', '/estimate', '/significance'],
    Webhooks: [
      '/webhooks',
      '/webhook-activity',
      `/webhooks/${webhook}`,
      `/webhooks/${webhook}/log?per_page=25`,
      `/webhooks/${webhook}/inbox?per_page=25`,
      `/webhooks/${webhook}/replay-count?since=${dayBefore(6)}T00:00:00Z`,
    ],
    Usage: ['/usage-summary', '/retention'],
    Settings: ['/share-links', '/activity', ...ACCOUNT],
  };
}

/** They read single records by their id, or nothing: a shared page, a delivery, an assistant, the ways to sign in. */
const NOT_MEASURED = [
  '/shared/session',
  '/sign-in-options',
  '/connect',
  '/:mode/webhooks/:webhook_id/deliveries/:delivery_id',
];

/** The routes of the dashboard's contract that no page above requests. */
export function missingFrom(pages, contract) {
  const paths = Object.values(pages)
    .flat()
    .map((path) => path.replace(/\?.*/, ''));
  const isRequested = (route) => {
    const pattern = new RegExp(`^${route.replace('/:mode', '').replace(/:\w+/g, '[^/]+')}$`);
    return paths.some((path) => pattern.test(path));
  };
  return Object.keys(contract)
    .filter((call) => call.startsWith('GET '))
    .map((call) => call.slice(4).replace(/\?.*/, ''))
    .filter((route) => !NOT_MEASURED.includes(route) && !isRequested(route));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

/** What a document states, and the constant of `server/src` that decides it. */
const STATED: [document: string, statement: RegExp, source: string, constant: string | RegExp][] = [
  ['README.md', /prompt (\w+) times a week/g, 'measure/plan.ts', 'REPETITIONS'],
  [
    'README.md',
    /at least (\d+) points and .* \(p < ([\d.]+)\)/gs,
    'score/judge-group.ts',
    /minPoints: (.+), level: (.+),/,
  ],
  ['SECURITY.md', /429 after (\d+) wrong keys/g, 'access/bad-key-throttle.ts', 'MOST_BAD_KEYS'],
  ['SECURITY.md', /(\d+) wrong passwords/g, 'access/sign-in.ts', 'MOST_FAILURES'],
  ['SECURITY.md', /wrong passwords in (\d+ minutes)/g, 'access/sign-in.ts', 'FAILURE_WINDOW_SECONDS'],
  ['SECURITY.md', /or (\d+) wrong codes/g, 'access/second-factor.ts', 'MOST_WRONG_CODES'],
  ['SECURITY.md', /Tokens last (\d+ hour),/g, 'access/oauth-tokens.ts', 'TOKEN_SECONDS'],
  ['SECURITY.md', /refresh tokens (\d+ days)/g, 'access/oauth-grants.ts', 'REFRESH_SECONDS'],
  ['SECURITY.md', /\(`sessions`\): (\d+ days)/g, 'access/sessions.ts', 'IDLE_DAYS'],
  ['SECURITY.md', /last use, (\d+) at most/g, 'access/sessions.ts', /SESSION_DAYS = (\d+)/],
  ['SECURITY.md', /sign-in links .*?: (\d+ hours)/g, 'access/sessions.ts', 'LINK_HOURS'],
  ['SECURITY.md', /with the email\): (\d+ days)/g, 'access/members.ts', 'INVITATION_DAYS'],
  ['SECURITY.md', /`EVENT_DAYS` \((\d+)\)/g, 'config.ts', /EVENT_DAYS: .*?default\((\d+)\)/s],
  ['SECURITY.md', /sent (\d+ days), failed/g, 'mail/send.ts', 'KEEP_SENT_DAYS'],
  ['docs/alerts.md', /up to (\d+) rules/g, 'alerts/rules.ts', 'MOST_ALERTS'],
  ['docs/alerts.md', /is (\d+) points (?:above|below|smaller)/g, 'score/alert.ts', 'HYSTERESIS'],
  ['docs/alerts.md', /up to (\d+ days), from/g, 'api/v1/alerts.ts', 'LONGEST_DAYS'],
  ['docs/alerts.md', /oldest (\d+) keywords/g, 'alerts/backtest.ts', 'MOST_KEYWORDS'],
  ['docs/api.md', /`per_page` is 1 to (\d+)/g, 'store/pages.ts', 'LONGEST_PAGE'],
  ['docs/api.md', /`per_page` .* default (\d+)/g, 'api/v1/paging.ts', /per_page: .*default\((\d+)\)/],
  ['docs/api.md', /up to ([\d,]+) as `\{"keywords"/g, 'api/v1/keywords.ts', /keywordInput\)\.min\(1\)\.max\((\d+)\)/],
  ['docs/api.md', /default to the last (\d+ days)/g, 'api/v1/range.ts', 'DEFAULT_DAYS'],
  ['docs/api.md', /a range has at most (\d+ days)/g, 'api/v1/range.ts', 'LONGEST_DAYS'],
  ['docs/api.md', /\(up to (\d+) characters\) with a POST/g, 'api/idempotency.ts', 'LONGEST_KEY'],
  ['docs/api.md', /Keys are kept for (\d+\s+hours)/g, 'api/idempotency.ts', 'KEPT_MS'],
  ['docs/api.md', /per hour: (.*)\./g, 'access/rate.ts', 'HOURLY_LIMIT'],
  ['docs/api.md', /body can be up to (\d+ KiB)/g, 'api/app.ts', 'BODY_LIMIT'],
  ['docs/api.md', /`POST \/keywords` (\d+ MiB)/g, 'api/v1/keywords.ts', 'MANY_KEYWORDS_BYTES'],
  ['docs/api.md', /`POST \/answers` (\d+ MiB)/g, 'api/v1/answers.ts', 'INGEST_BYTES'],
  ['docs/api.md', /JSON can have (\d+)\s+levels/g, 'base/json-size.ts', 'MOST_LEVELS'],
  ['docs/api.md', /levels, (\d+) field names/g, 'base/json-size.ts', 'MOST_NAMES'],
  ['docs/api.md', /([\d,]+) items in one list/g, 'base/json-size.ts', 'MOST_SHORT_ENTRIES'],
  ['docs/api.md', /or one per (\d+) characters/g, 'base/json-size.ts', 'ENTRY_LENGTH'],
  ['docs/api.md', /characters, up to ([\d,]+)\)/g, 'base/json-size.ts', 'MOST_ENTRIES'],
  ['docs/api.md', /([\d,]+)\s+values \(or/g, 'base/json-size.ts', 'MOST_SHORT_VALUES'],
  ['docs/api.md', /values \(or one per (\d+)\)/g, 'base/json-size.ts', 'VALUE_LENGTH'],
  ['docs/api.md', /([\d,]+) lists and objects/g, 'base/json-size.ts', 'MOST_SHORT_CONTAINERS'],
  ['docs/api.md', /objects \(or one per (\d+)\)/g, 'base/json-size.ts', 'CONTAINER_LENGTH'],
  ['docs/api.md', /lists up to (\w+) problems/g, 'base/problems.ts', 'MOST_SHOWN'],
  ['docs/api.md', /the database longer than (\d+ s)/g, 'store/db.ts', 'STATEMENT_TIMEOUT_MS'],
  ['docs/api.md', /(\d+) invalid keys in a minute/g, 'access/bad-key-throttle.ts', 'MOST_BAD_KEYS'],
  ['docs/api.md', /waited (\d+ s) for/g, 'api/fair-queue.ts', /longestWaitMs: longest = ([\d_]+)/],
  ['docs/authentication.md', /up to (\d+) (?:IPv4|of)/g, 'api/dashboard/restrictions.ts', 'MOST_RULES'],
  ['docs/authentication.md', /at most (\d+) active\s+keys/g, 'access/keys.ts', 'MOST_KEYS'],
  ['docs/authentication.md', /at most (\d+)\s+active clients/g, 'access/oauth-clients.ts', 'MOST_CLIENTS'],
  ['docs/authentication.md', /After (\d+)\s+different invalid keys/g, 'access/bad-key-throttle.ts', 'MOST_BAD_KEYS'],
  ['docs/authentication.md', /updates every (\d+ seconds)/g, 'commands/start.ts', 'KEY_USE_EVERY_MS'],
  ['docs/authentication.md', /"expires_in": (\d+)/g, 'access/oauth-tokens.ts', 'TOKEN_SECONDS'],
  ['docs/collecting.md', /each prompt (\w+) times a week/g, 'measure/plan.ts', 'REPETITIONS'],
  ['docs/collecting.md', /each prompt (\w+) to/g, 'measure/adaptive.ts', 'FEWEST'],
  ['docs/collecting.md', /to (\w+) times a week/g, 'measure/adaptive.ts', 'MOST'],
  ['docs/collecting.md', /After (\w+) failures in a row/g, 'collect/transport.ts', 'FAILURES_IN_A_ROW'],
  ['docs/collecting.md', /platform pauses for (\d+ minutes)/g, 'collect/transport.ts', 'REST_MS'],
  ['docs/collecting.md', /older than (\d+ days), and/g, 'collect/prices.ts', 'OLD_DAYS'],
  ['docs/collecting.md', /(\w+) searches per turn/g, 'collect/platforms/claude/claude.ts', 'MOST_SEARCHES'],
  ['docs/collecting.md', /(\w+) times the typical cost/g, 'collect/platforms/claude/claude.ts', 'MOST_COST'],
  ['docs/collecting.md', /or (\w+) of ChatGPT/g, 'collect/platforms/chatgpt/chatgpt.ts', 'MOST_CALLS'],
  ['docs/collecting.md', /([\d,]+)\s+characters per text/g, 'collect/platform.ts', 'LONGEST_TEXT'],
  ['docs/collecting.md', /([\d,]+) citation markers/g, 'analyze/markers.ts', 'MOST_MARKERS'],
  ['docs/collecting.md', /([\d,]+) lines of/g, 'base/json-size.ts', 'MOST_ENTRIES'],
  ['docs/collecting.md', /(\w+ minutes) in the future/g, 'measure/ingest-line.ts', 'MOST_AHEAD_MS'],
  ['docs/collecting.md', /future and (\d+ days) old/g, 'measure/ingest-line.ts', 'OLDEST_DAYS'],
  ['docs/collecting.md', /on the (\w+ days) before/g, 'alerts/check.ts', 'RECENT_DAYS'],
  ['docs/containers.md', /at most (\d+ seconds) after/g, 'commands/start.ts', 'STOP_MS'],
  ['docs/decisions/access.md', /(\w+) waiting, then 503/g, 'access/passwords.ts', 'MOST_WAITING'],
  ['docs/decisions/access.md', /After (\d+) for one email/g, 'access/sign-in.ts', 'MOST_FAILURES_OF_EMAIL'],
  ['docs/decisions/access.md', /in the last (\d+ days)/g, 'access/sign-in.ts', 'KNOWN_DAYS'],
  ['docs/decisions/access.md', /Sessions last (\w+ days)/g, 'access/oidc-sign-in.ts', 'OIDC_DAYS'],
  ['docs/decisions/access.md', /: (\w+) attempts in 15 minutes/g, 'access/second-factor.ts', 'MOST_WRONG_CODES'],
  ['docs/decisions/access.md', /Codes \((\d+ seconds)\)/g, 'access/oauth-grants.ts', 'CODE_SECONDS'],
  ['docs/decisions/events.md', /(\d+ seconds) of silence/g, 'store/webhooks/workers.ts', 'SILENCE_SECONDS'],
  ['docs/decisions/events.md', /attempts \((\d+) at first\)/g, 'store/webhooks/delivery-states.ts', 'LANE_LIMIT'],
  ['docs/decisions/http.md', /in memory \((\d+ MiB)\)/g, 'api/kept-answers.ts', 'MOST_BYTES'],
  ['docs/decisions/http.md', /as running for (\w+ minutes)/g, 'api/idempotency.ts', 'LEASE_MS'],
  ['docs/decisions/measuring.md', /or (\w+ hours) after its/g, 'measure/judge.ts', 'GRACE_MS'],
  ['docs/decisions/storage.md', /at most (\d+ MiB) and/g, 'archive/archive-month.ts', 'PART_BYTES'],
  ['docs/monitoring.md', /after (\d+), (\d+) and (\d+ seconds)/g, 'store/embedded/keep-running.ts', 'DELAYS_MS'],
  ['docs/monitoring.md', /stop at\s+([\d,]+)/g, 'store/queues.ts', 'MOST'],
  ['docs/monitoring.md', /answer within (\w+ seconds)/g, 'store/queues.ts', 'TIMEOUT_MS'],
  ['docs/monitoring.md', /again every (\w+ minutes) until/g, 'measure/ask-paid.ts', 'PUT_OFF_SECONDS'],
  ['docs/monitoring.md', /of the last (\w+) days are/g, 'measure/reply-signals.ts', 'DAYS_NOW'],
  ['docs/monitoring.md', /the (\d+) days before/g, 'measure/reply-signals.ts', 'DAYS_BEFORE'],
  ['docs/monitoring.md', /after (1, 5 and 30 minutes, 2, 6 and 24 hours)/g, 'mail/outcome.ts', 'RETRY_DELAYS'],
  ['docs/monitoring.md', /silent for (\d+ seconds)/g, 'mail/smtp.ts', 'SILENCE_MS'],
  ['docs/monitoring.md', /sent again, (\w+) times/g, 'mail/outcome.ts', 'MOST_UNCERTAIN'],
  ['docs/reports.md', /at most (\d+ days), not/g, 'reports/create.ts', 'LONGEST_DAYS'],
  [
    'docs/reports.md',
    /up to (\d+) email addresses/g,
    'api/v1/report-schemas.ts',
    /const recipients = z.*?\.max\((\d+)\)/s,
  ],
  ['docs/reports.md', /link if it is over (\d+ MB)/g, 'reports/file.ts', 'MOST_ATTACHED_BYTES'],
  ['docs/reports.md', /up to (\d+ kB)/g, 'reports/read-logo.ts', 'MOST_LOGO_BYTES'],
  ['docs/reports.md', /([\d,]+) pixels/g, 'reports/read-logo.ts', 'MOST_PIXELS'],
  ['docs/reports.md', /at most (\d+)\s+schedules/g, 'reports/create.ts', 'MOST_SCHEDULES'],
  ['docs/reports.md', /(\d+) single reports/g, 'reports/create.ts', 'MOST_SINGLE'],
  ['docs/reports.md', /After (\w+) failed attempts/g, 'reports/worker.ts', 'MOST_FAILURES'],
  ['docs/reports.md', /at most (\d+) movers/g, 'reports/find-movers.ts', 'MOST_MOVERS'],
  ['docs/reports.md', /(\d+) pages and/g, 'reports/gather-findings.ts', 'MOST_PAGES'],
  ['docs/reports.md', /and (\d+) keywords/g, 'reports/pdf/keywords.ts', 'MOST_KEYWORDS'],
  ['docs/scaling.md', /up to (\d+) connections/g, 'store/db.ts', /maxConnections = (\d+)/],
  ['docs/scaling.md', /cancelled after (\d+ seconds)/g, 'store/db.ts', 'STATEMENT_TIMEOUT_MS'],
  ['docs/scaling.md', /(\w+) places for small/g, 'api/fair-queue.ts', /small: (\d+),/],
  ['docs/scaling.md', /waits longer than (\d+ s)/g, 'api/fair-queue.ts', /longestWaitMs: longest = ([\d_]+)/],
  ['docs/scaling.md', /statement limit of (\d+ seconds)/g, 'store/replica.ts', 'STATEMENT_TIMEOUT_MS'],
  ['docs/scaling.md', /to a platform \((\d+) per key\)/g, 'collect/transport.ts', /DEFAULT_PACE.*concurrency: (\d+)/],
  ['docs/scoring.md', /With fewer than (\d+) answers/g, 'base/score-text.ts', 'LEAST_ANSWERS'],
  [
    'docs/scoring.md',
    /change \((\d+) points\) and the level \(([\d.]+)\)/g,
    'score/judge-group.ts',
    /minPoints: (.+), level: (.+),/,
  ],
  ['docs/self-hosting.md', /sandbox gets (\d+ days)/g, 'commands/accounts.ts', 'LATER_SANDBOX_DAYS'],
  ['docs/self-hosting.md', /check every (\d+ minutes)/g, 'commands/workers.ts', 'RETENTION_EVERY_MS'],
  ['docs/self-hosting.md', /at most (\d+\s+seconds)\. A larger/g, 'store/retention/return-space.ts', 'COPY_MS'],
  ['docs/statistics.md', /of ([\d,]+) bootstrap draws/g, 'score/bootstrap.ts', 'RESAMPLES'],
  ['docs/statistics.md', /beyond\s+([\d,]+) answers/g, 'score/bootstrap.ts', 'MOST_DRAWN'],
  ['docs/statistics.md', /φ = 1 \+ ([\d.]+)·/g, 'score/scatter.ts', 'CORRELATION'],
  ['docs/statistics.md', /cut at (\d+)·/g, 'score/scatter.ts', 'MOST_SQUARE'],
  ['docs/statistics.md', /median\/([\d.]+)\)/g, 'score/scatter.ts', 'MEDIAN_SQUARE'],
  ['docs/statistics.md', /g = \((\d)·prior/g, 'score/scatter.ts', 'PRIOR_WEIGHT'],
  ['docs/statistics.md', /the (\d+) windows before, and/g, 'score/judge-group.ts', 'MEMORY'],
  ['docs/statistics.md', /at least (\d+), the shares/g, 'score/judge-group.ts', /minAnswers: (\d+)/],
  ['docs/statistics.md', /with standard\s+deviation (\d)0 points/g, 'score/estimate-shifts.ts', /SIZE = 0\.(\d)/],
  ['docs/statistics.md', /Up to (\w+) causes/g, 'score/estimate-shifts.ts', 'MOST_CAUSES'],
  ['docs/statistics.md', /\(probability ([\d.]+);/g, 'score/estimate-shifts.ts', 'NO_CAUSE'],
  ['docs/statistics.md', /([\d.]+) for a significant change/g, 'score/estimate-shifts.ts', 'NO_CAUSE_IF_SIGNIFICANT'],
  ['docs/statistics.md', /published; at most (\d+)/g, 'insight/evidence.ts', 'MOST_IDS'],
  ['docs/statistics.md', /the (\d+) most cited/g, 'insight/why.ts', 'MOST_SOURCES'],
  ['docs/statistics.md', /the (\d+) keywords with the lowest/g, 'store/answers/gap-counts.ts', 'MOST_KEYWORDS'],
  ['docs/statistics.md', /the (\d+) largest gaps/g, 'insight/gaps.ts', 'MOST_GAPS'],
  ['docs/statistics.md', /latest ([\d,]+) answers/g, 'store/answers/newest-days.ts', 'MOST_ANSWERS'],
  ['docs/statistics.md', /reported below (\d+) answers/g, 'base/score-text.ts', 'LEAST_ANSWERS'],
  ['docs/troubleshooting.md', /work once, for (\d+ hours)/g, 'access/sessions.ts', 'LINK_HOURS'],
  ['docs/webhooks.md', /status \*\*within (\d+ seconds)/g, 'webhooks/send.ts', 'ANSWER_WITHIN_MS'],
  ['docs/webhooks.md', /no response within (\d+ seconds)/g, 'webhooks/send.ts', 'ANSWER_WITHIN_MS'],
  ['docs/webhooks.md', /first (\d+ KiB)/g, 'webhooks/read-start.ts', 'KEPT_BYTES'],
  ['docs/webhooks.md', /for at most (\d+ minutes)/g, 'webhooks/schedule.ts', 'LONGEST_REST'],
  ['docs/webhooks.md', /retried after (.*), each/g, 'webhooks/schedule.ts', 'RETRY_DELAYS'],
  ['docs/webhooks.md', /up to ([\d,]+), for/g, 'store/webhooks/delivery-states.ts', 'MOST_HELD'],
  ['docs/webhooks.md', /up to [\d,]+, for (\d+ days)/g, 'store/webhooks/delivery-states.ts', 'HELD_DAYS'],
  ['docs/webhooks.md', /again, at most ([\d,]+)\./g, 'webhooks/replay.ts', 'MOST_REPLAYED'],
  ['docs/webhooks.md', /adds up to (\d+) headers/g, 'webhooks/custom-headers.ts', 'MOST_HEADERS'],
  ['docs/webhooks.md', /(\w+) times a minute/g, 'webhooks/send-test.ts', 'TESTS_A_MINUTE'],
  ['docs/webhooks.md', /retried every (\d+) to/g, 'webhooks/send.ts', 'OWN_TROUBLE_SECONDS'],
  ['docs/webhooks.md', /(\d+) webhooks per workspace/g, 'api/v1/webhooks.ts', 'MOST_WEBHOOKS'],
  ['docs/webhooks.md', /(\w+) connections at a time/g, 'store/webhooks/delivery-states.ts', 'LANE_LIMIT'],
  ['docs/webhooks.md', /at most ([\d,]+) characters, no/g, 'webhooks/url.ts', 'LONGEST_URL'],
  ['docs/webhooks.md', /Events: at most (\d+ KiB)/g, 'events/publish.ts', 'MOST_BYTES'],
  ['docs/webhooks.md', /kept for (\d+) days \(`EVENT_DAYS`/g, 'config.ts', /EVENT_DAYS: .*?default\((\d+)\)/s],
];

test.each(STATED)('%s: %s is decided by %s, %s', (document, statement, source, constant) => {
  const stated = [...read(document).matchAll(statement)].map(([, ...groups]) => amountsIn(groups.join(', ')));
  const decided = constantIn(read(`server/src/${source}`), constant);
  expect(stated.length).toBeGreaterThan(0);
  for (const amounts of stated) expect(amounts).toEqual(decided);
});

const UNITS = new Map(
  Object.entries({
    ...{ s: 1, seconds: 1, minute: 60, minutes: 60, hour: 3_600, hours: 3_600, days: 86_400 },
    ...{ kB: 1024, KiB: 1024, MB: 1024 ** 2, MiB: 1024 ** 2 },
  }),
);
const WORDS = new Map<string, number>([
  ...'zero one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, at] as const),
  ['forty', 40],
  ['fifty', 50],
]);
const AMOUNT = new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?|\\b(?:${[...WORDS.keys()].join('|')})\\b)(?:\\s+([a-zA-Z]+))?`, 'g');

/** The numbers of a text, in seconds or bytes. One without a unit has that of the next. */
function amountsIn(text: string): number[] {
  let unit = 1;
  const found = [...text.matchAll(AMOUNT)].reverse().map(([, number = '', word = '']) => {
    unit = UNITS.get(word) ?? unit;
    return unit * (WORDS.get(number) ?? Number(number.replaceAll(',', '')));
  });
  return found.reverse();
}

/** The numbers of a constant, in seconds if its name has a unit of time, or those that a pattern finds. */
function constantIn(source: string, constant: string | RegExp): number[] {
  const pattern = typeof constant === 'string' ? new RegExp(`const ${constant}(?:: [^=]+)? = (.+);`) : constant;
  const [, ...parts] = pattern.exec(source) ?? [];
  const name = typeof constant === 'string' ? constant : constant.source;
  const [, suffix = ''] = /(_DAYS|_HOURS|_MS|Ms:.*)$/.exec(name) ?? [];
  const unit = new Map([
    ['', 1],
    ['_DAYS', 86_400],
    ['_HOURS', 3_600],
  ]);
  const numbers = parts.join(',').replace(/\w+:|[[\]{}_\s]/g, '');
  return numbers.split(',').map((product) => {
    const factors = product.split('*').map(Number);
    return factors.reduce((all, factor) => all * factor, unit.get(suffix) ?? 0.001);
  });
}

// `node scripts/simulated-year.mjs [days] [seed]`: advances a sandbox by a year and compares the published changes with the known true
// shares. Also shows what a simple rule of "10 points or more" would have reported for the same answers.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const built = (path) => import(new URL(`../server/dist/${path}`, import.meta.url).href);
const { startEmbeddedPostgres } = await built('store/embedded/postgres.js');
const { migrate } = await built('store/system/migrate.js');
const { openDb, sql } = await built('store/db.js');
const { createAccountWithSandbox, HISTORY_DAYS } = await built('sandbox/create.js');
const { sandboxAsker } = await built('sandbox/asker.js');
const { sandboxWorld } = await built('sandbox/world.js');
const { passDay, takeTurn } = await built('sandbox/advance.js');
const { trueShare } = await built('collect/simulated/truth.js');
const { countsByStretch } = await built('store/counts/daily-counts.js');
const { scoreWindow } = await built('score/window.js');
const { addDays } = await built('base/time.js');

const DAYS = Number(process.argv[2] ?? 364);
const SEED = process.argv[3] ?? 'visibility';
const WINDOW_DAYS = 7;
const WINDOWS = Math.floor(DAYS / WINDOW_DAYS);
const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
// True shares drift by 2 points around their level. True steps are 20 to 35 points, those of a new model up to 20.
const TRUE_CHANGE = 0.05;
const TRUE_STEP = 0.1;
/** A step that is not reported within this many windows counts as missed. */
const PATIENCE_WINDOWS = 4;

const folder = mkdtempSync(join(tmpdir(), 'visibility-year-'));
chmodSync(folder, 0o711);
const postgres = await startEmbeddedPostgres(folder);
await migrate(postgres.url);
const db = openDb({ url: postgres.url, statementTimeoutMs: 120_000 });
try {
  const workspaceId = await simulateDays();
  const series = await readSeries(workspaceId);
  const fired = await readChanges(workspaceId);
  const { counts, questions } = await readTotals(workspaceId);
  const perYear = (count) => ((count / series.length / WINDOWS) * 52).toFixed(2);
  const rules = [
    ['significance rule', fired],
    ['simple, ≥ 10 points', plainChanges(series)],
  ];
  const lines = [
    `${DAYS} days, seed "${SEED}": ${questions} answers, ${series.length} series (keyword × platform × brand), ${WINDOWS} windows`,
    ...counts.map(({ type, count }) => `  ${type}: ${count}`),
    '',
    'rule | changes reported | per series and year | of them false | false per series and year | true steps | found | windows until found, mean',
    ...rules.map(([name, changes]) => {
      const { falseOnes, steps, found, delay } = judge(series, changes);
      return [name, changes.length, perYear(changes.length), falseOnes, perYear(falseOnes), steps, found, delay].join(
        ' | ',
      );
    }),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
} finally {
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function simulateDays() {
  // The usual history length, so that the simulation starts on its first day.
  const account = await db.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Year', seed: SEED, historyDays: HISTORY_DAYS }),
  );
  const workspaceId = account.workspaces.test;
  const turn = await takeTurn({ db, ask: sandboxAsker(db) }, workspaceId);
  for (let day = 1; day <= DAYS; day++) {
    await passDay(turn);
    process.stderr.write(`\r${day} of ${DAYS} days`);
  }
  return workspaceId;
}

/** Every series with its true share and its measured score in each window. */
async function readSeries(workspaceId) {
  const world = sandboxWorld(SEED);
  const [{ first_day: firstDay }] = await db.query(
    sql`select first_day from workspaces where workspace_id = ${workspaceId}`,
  );
  const [{ subject }] = await db.query(sql`select subject from readings where workspace_id = ${workspaceId}`);
  const keywords = await db.query(
    sql`select keyword_id, keyword, reading from keywords where workspace_id = ${workspaceId}`,
  );
  const brands = [
    { id: 'brand', inWorld: 'brand' },
    ...subject.competitors.map(({ id }, index) => ({ id, inWorld: world.competitors[index].id })),
  ];
  const lastDay = addDays(firstDay, WINDOWS * WINDOW_DAYS - 1);
  const series = [];
  for (const brand of brands) {
    const asked = new Map(keywords.map(({ keyword_id, reading }) => [keyword_id, { lastDay, reading }]));
    const wanted = { brandId: brand.id, keywords: asked, days: WINDOW_DAYS, stretches: WINDOWS };
    const counts = await countsByStretch(db, workspaceId, wanted);
    for (const { keyword_id, keyword } of keywords) {
      for (const platform of PLATFORMS) {
        const mine = counts.filter((count) => count.keywordId === keyword_id && count.platform === platform);
        const shareOn = (day) => trueShare(world, { brandId: brand.inWorld, keyword, platform, day });
        series.push({
          name: [keyword_id, platform, brand.id].join(' '),
          shares: Array.from({ length: WINDOWS * WINDOW_DAYS }, (_, day) => shareOn(day)),
          scores: Array.from({ length: WINDOWS }, (_, window) => {
            const inWindow = mine.filter(({ ago }) => ago === WINDOWS - 1 - window);
            return scoreWindow(inWindow)?.platforms.get(platform)?.score;
          }),
        });
      }
    }
  }
  return series;
}

/** The published changes, with the windows they compare. */
async function readChanges(workspaceId) {
  const events = await db.query(
    sql`select body::json as body, evidence
        from events
        where workspace_id = ${workspaceId}
          and type in ('visibility.changed', 'competitor.changed')
        order by created_at`,
  );
  return events.map(({ body: { data }, evidence }) => ({
    name: [data.keyword_id, data.platform, data.competitor_id ?? 'brand'].join(' '),
    window: evidence.window,
    from: Math.max(evidence.baseline_from, evidence.window - 13),
    points: data.new_score - data.previous_score,
  }));
}

function plainChanges(series) {
  return series.flatMap(({ name, scores }) =>
    scores.flatMap((score, window) => {
      const points = score - scores[window - 1];
      return Math.abs(points) >= 10 ? [{ name, window, from: window - 1, points }] : [];
    }),
  );
}

async function readTotals(workspaceId) {
  const counts = await db.query(
    sql`select type, count(*) as count from events where workspace_id = ${workspaceId} group by type order by type`,
  );
  const [{ questions }] = await db.query(
    sql`select count(*) as questions from answers where workspace_id = ${workspaceId}`,
  );
  return { counts, questions };
}

/** A change is false if the true shares differ by less than 5 points or in the other direction. */
function judge(series, changes) {
  const byName = new Map(series.map((one) => [one.name, one]));
  const isTrue = ({ name, window, from, points }) => {
    const { shares } = byName.get(name);
    const moved = meanShare(shares, window, window + 1) - meanShare(shares, from, window);
    return Math.abs(moved) >= TRUE_CHANGE && Math.sign(moved) === Math.sign(points);
  };
  const steps = series.flatMap(({ name, shares }) =>
    shares.flatMap((share, day) => {
      const step = share - shares[day - 1];
      return Math.abs(step) >= TRUE_STEP ? [{ name, window: Math.floor(day / WINDOW_DAYS), step }] : [];
    }),
  );
  // Steps in the last weeks cannot be found in time.
  const findable = steps.filter(({ window }) => window > 1 && window < WINDOWS - PATIENCE_WINDOWS);
  const delays = findable.flatMap(({ name, window, step }) => {
    const reported = changes.find(
      (change) =>
        change.name === name &&
        change.window >= window &&
        change.window <= window + PATIENCE_WINDOWS &&
        Math.sign(change.points) === Math.sign(step),
    );
    return reported ? [reported.window - window + 1] : [];
  });
  return {
    falseOnes: changes.filter((change) => !isTrue(change)).length,
    steps: findable.length,
    found: `${delays.length} (${Math.round((100 * delays.length) / findable.length)} %)`,
    delay: (delays.reduce((sum, delay) => sum + delay, 0) / delays.length).toFixed(2),
  };
}

function meanShare(shares, from, to) {
  const days = shares.slice(from * WINDOW_DAYS, to * WINDOW_DAYS);
  return days.reduce((sum, share) => sum + share, 0) / days.length;
}

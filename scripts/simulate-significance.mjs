// `node scripts/simulate-significance.mjs [power | cell …]`: how often the rule for significant changes is wrong, and how often the interval
// contains the true share, when answers are not independent. Writes the tables of docs/statistics.md.
const built = (path) => import(new URL(`../server/dist/${path}`, import.meta.url).href);
const { DEFAULT_CHANGE_SETTINGS, judgeSeries, rememberGroup, WINDOWS_JUDGED } = await built('score/judge-group.js');
const { platformScore } = await built('score/visibility.js');
const { seededRandom } = await built('base/random.js');

const WARM_UP = 13;
const YEAR = 52;
const SERIES = Number(process.env.SERIES ?? 300);
/** Weeks at the new level. */
const AFTER = 3;

/**
 * `pw`, `week`: correlation of the answers to one prompt in one week, and of all answers of a series in one week. `shared`: the same
 * mood for all series. `walk`: the level moves by this standard deviation every week. `keep`: the part of last week's mood that
 * stays. `missing`: the chance that a prompt has no answer in a week. `spread`: how much prompts differ. `volume`: answers per prompt
 * in each week.
 */
const DESIGN = {
  independent: {},
  'prompts differ': { spread: 0.25 },
  'prompt × week 0.1': { pw: 0.1 },
  'prompt × week 0.3, 160': { pw: 0.3, perPrompt: 32 },
  'week 0.03': { week: 0.03 },
  '100 series, prompt × week 0.1, 160': { group: 100, pw: 0.1, perPrompt: 32 },
  'alone, independent': { group: 1 },
  'alone, prompt × week 0.1': { group: 1, pw: 0.1 },
  'alone, week 0.1, 160': { group: 1, week: 0.1, perPrompt: 32 },
  '3 series, prompt × week 0.1': { group: 3, pw: 0.1 },
  'level 5, prompt × week 0.05': { share: 0.05, pw: 0.05 },
};
const HELD_OUT = {
  'level 2, independent': { share: 0.02 },
  'prompt × week 0.05': { pw: 0.05 },
  'prompt × week 0.1, 160': { pw: 0.1, perPrompt: 32 },
  'mood that lasts 0.05': { week: 0.05, keep: 0.6 },
  'platform mood 0.03': { week: 0.03, shared: true },
  'random walk, 3 points': { walk: 0.03 },
  'alone, prompt × week 0.1, 160': { group: 1, pw: 0.1, perPrompt: 32 },
  '400 series, prompt × week 0.1': { group: 400, pw: 0.1 },
  '400 series, half at 0.3': { group: 400, pw: 0.3, half: true },
  'volume 4 to 32, prompt × week 0.1': { pw: 0.1, volume: (week) => (week % 26 < 13 ? 4 : 32) },
  'volume varies, prompt × week 0.1': { pw: 0.1, volume: (week) => [4, 8, 16, 6, 12][week % 5] },
  'missing 15 %, prompts differ': { pw: 0.05, missing: 0.15, spread: 0.25 },
};

const wanted = process.argv.slice(2);
if (wanted[0] === 'power') writePower();
else {
  writeCells('The rule was designed on', DESIGN);
  writeCells('Held out', HELD_OUT);
}

function writePower() {
  const rises = [10, 15, 20, 25, 30, 40];
  process.stdout.write(
    `| Answers a week | ${rises.map((points) => `+${points}`).join(' | ')} |\n${'|---'.repeat(7)}|\n`,
  );
  for (const perPrompt of [4, 8, 12, 20, 40, 80]) {
    const found = rises.map((points) => {
      const run = { weeks: WARM_UP + AFTER, rise: points / 100, series: SERIES };
      const { found, series } = runGroups(`power ${perPrompt} ${points}`, { perPrompt }, run);
      return `${Math.round((100 * found.first) / series)}, ${Math.round((100 * found.within) / series)} %`;
    });
    process.stdout.write(`| ${5 * perPrompt} | ${found.join(' | ')} |\n`);
  }
}

function writeCells(title, cells) {
  process.stdout.write(`\n| ${title} | false | +25 | Wilson(n) | interval | first week |\n|---|---|---|---|---|---|\n`);
  for (const [name, cell] of Object.entries(cells)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const still = runGroups(name, cell, { weeks: WARM_UP + YEAR, rise: 0, series: SERIES });
    const moved = runGroups(`${name} rises`, cell, { weeks: WARM_UP + AFTER, rise: 0.25, series: SERIES });
    const years = still.series;
    const percent = (part, all) => `${Math.round((100 * part) / all)}`;
    const alarms = (still.found.alarms / years).toFixed(2);
    const found = `${percent(moved.found.first, moved.series)}, ${percent(moved.found.within, moved.series)} %`;
    const covered = (interval) => `${percent(still.covered[interval], still.covered.weeks)} %`;
    const first = `${percent(still.covered.first, still.series)} %`;
    process.stdout.write(
      `| ${name} | ${alarms} | ${found} | ${covered('plain')} | ${covered('scatter')} | ${first} |\n`,
    );
  }
}

function runGroups(seed, cell, { weeks, rise, series }) {
  const { group = 12 } = cell;
  const random = seededRandom(seed);
  const sum = {
    series: 0,
    found: { alarms: 0, first: 0, within: 0 },
    covered: { weeks: 0, plain: 0, scatter: 0, first: 0 },
  };
  while (sum.series < series) {
    const made = makeGroup(cell, { group, weeks, rise, random });
    const { fired, scatter } = replay(made.map(({ counts }) => counts));
    for (const hits of fired) addHits(sum.found, hits, rise);
    for (const [index, one] of rise === 0 ? made.entries() : []) addCoverage(sum.covered, one, scatter[index]);
    sum.series += group;
  }
  return sum;
}

function addHits(sum, hits, rise) {
  if (rise === 0) sum.alarms += hits.filter((week) => week >= WARM_UP).length;
  else {
    if (hits.includes(WARM_UP)) sum.first++;
    if (hits.some((week) => week >= WARM_UP)) sum.within++;
  }
}

/** Judges every week of a group as the service does. */
function replay(group) {
  const states = group.map(() => ({ since: 0, memory: [], fired: [], scatter: [] }));
  const weeks = group[0].length;
  for (let week = 1; week < weeks; week++) {
    const remembered = rememberGroup(states.map(({ memory }) => memory));
    states.forEach((state, index) => {
      const windows = group[index].slice(Math.max(0, week + 1 - WINDOWS_JUDGED), week + 1).reverse();
      const judging = { window: week, group: remembered, index, settings: DEFAULT_CHANGE_SETTINGS };
      const { looks, scatter, memory } = judgeSeries({ windows, since: state.since }, judging);
      const hit = looks.find(({ p, level }) => p < level);
      state.memory = [...state.memory.slice(-11), memory];
      state.scatter[week] = scatter;
      if (!hit) return;
      state.since = hit.start;
      state.fired.push(week);
    });
  }
  return { fired: states.map(({ fired }) => fired), scatter: states.map(({ scatter }) => scatter) };
}

/** Whether the intervals of the record contain the long-run share. */
function addCoverage(sum, { counts, truth }, scatter) {
  const contains = (week, basis) => {
    const score = platformScore(counts[week], basis);
    return score && score.bounds[0] <= truth && truth <= score.bounds[1];
  };
  if (contains(0, { before: [], scatter: undefined })) sum.first++;
  for (let week = WARM_UP; week < counts.length; week++) {
    sum.weeks++;
    if (contains(week)) sum.plain++;
    if (contains(week, { before: counts[week - 1], scatter: scatter[week] })) sum.scatter++;
  }
}

function makeGroup(cell, { group, weeks, rise, random }) {
  const platform = moods(cell, weeks, random);
  return Array.from({ length: group }, (_, index) => {
    const mood = cell.shared ? platform : moods(cell, weeks, random);
    const quiet = cell.half && index % 2 === 0 ? { ...cell, pw: 0 } : cell;
    return makeSeries(quiet, { weeks, rise, mood, random });
  });
}

function makeSeries(cell, { weeks, rise, mood, random }) {
  const { share = 0.3, prompts = 5, perPrompt = 8, pw = 0, missing = 0, spread = 0, walk = 0 } = cell;
  const levels = Array.from({ length: prompts }, (_, j) => clamp(share + spread * ((2 * j) / (prompts - 1) - 1)));
  let drift = 0;
  const counts = Array.from({ length: weeks }, (_, week) => {
    drift += walk * normal(random);
    return levels.map((level, j) => {
      const n = random() < missing ? 0 : (cell.volume?.(week) ?? perPrompt);
      const mean = clamp(level + drift + mood[week] + (week >= WARM_UP ? rise : 0));
      const drawn = pw > 0 ? beta(mean, pw, random) : mean;
      let k = 0;
      for (let i = 0; i < n; i++) if (random() < drawn) k++;
      return { promptId: String(j), n, k };
    });
  });
  return { counts, truth: levels.reduce((sum, one) => sum + one, 0) / prompts };
}

/** What all answers of a week have in common: its variance is the wanted part of that of one answer. */
function moods({ week = 0, keep = 0, share = 0.3 }, weeks, random) {
  const size = Math.sqrt(week * share * (1 - share));
  let mood = size * normal(random);
  return Array.from({ length: weeks }, () => {
    mood = keep * mood + Math.sqrt(1 - keep ** 2) * size * normal(random);
    return mood;
  });
}

function clamp(share) {
  return Math.min(0.98, Math.max(0.02, share));
}

function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function beta(mean, correlation, random) {
  const total = 1 / correlation - 1;
  const [a, b] = [gamma(mean * total, random), gamma((1 - mean) * total, random)];
  return a + b === 0 ? mean : a / (a + b);
}

/** Marsaglia and Tsang's method. */
function gamma(shape, random) {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

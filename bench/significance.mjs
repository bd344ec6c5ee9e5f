import { seededRandom } from '../server/dist/base/random.js';
import {
  DEFAULT_CHANGE_SETTINGS,
  judgeSeries,
  rememberGroup,
  WINDOWS_JUDGED,
} from '../server/dist/score/judge-group.js';

const SERIES = 10_000;
const PROMPTS = 5;
const ANSWERS = 8;
const WINDOWS = 20;
const MOST_SECONDS = 2;

/** Time to judge one window of many series of one platform, with all that they remember. */
export async function run() {
  const random = seededRandom('bench');
  const series = Array.from({ length: SERIES }, () => ({ windows: [], since: 0, memory: [] }));
  let seconds = 0;
  for (let window = 0; window < WINDOWS; window++) {
    for (const one of series) one.windows = [drawWindow(random), ...one.windows].slice(0, WINDOWS_JUDGED);
    if (window > 0) seconds = judgeAll(series, window);
  }
  return [
    {
      name: 'significance of a window, 10,000 series',
      value: seconds,
      unit: 's',
      bar: MOST_SECONDS,
      pass: seconds <= MOST_SECONDS,
    },
  ];
}

function judgeAll(series, window) {
  const started = performance.now();
  const group = rememberGroup(series.map(({ memory }) => memory));
  series.forEach((one, index) => {
    const { memory } = judgeSeries(one, { window, group, index, settings: DEFAULT_CHANGE_SETTINGS });
    one.memory = [...one.memory.slice(-11), memory];
  });
  return (performance.now() - started) / 1000;
}

function drawWindow(random) {
  return Array.from({ length: PROMPTS }, (_, prompt) => {
    let k = 0;
    for (let answer = 0; answer < ANSWERS; answer++) if (random() < 0.3) k++;
    return { promptId: `prompt ${prompt}`, n: ANSWERS, k };
  });
}

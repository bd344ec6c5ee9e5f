// A tenant that imports in four parallel streams and reads wide in three, from a process of its own: the figures are
// those of the other tenant, whose client must not wait for this one. Starts and stops when its parent says so.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeLine } from '../ingest.mjs';

const STREAMS = 4;
const LINES = 500;
const DAY_MS = 86_400_000;

const [url, key, keywords] = process.argv.slice(2);
const headers = { authorization: `Bearer ${key}` };
const since = new Date(Date.now() - 20 * DAY_MS).toISOString().slice(0, 10);
const wide = [
  `/sources?include=evidence&since=${since}`,
  `/gaps?include=evidence&since=${since}`,
  `/answers.ndjson?since=${since}`,
];
let isLoud = false;
let [fresh, number, loops] = [0, 0, []];
let count = {};

process.on('message', async (message) => {
  isLoud = message === 'start';
  if (isLoud) {
    count = { imports: 0, reads: 0, refused: 0 };
    loops = [
      ...Array.from({ length: STREAMS }, () => loop(importLines)),
      ...wide.map((path) => loop(() => read(path))),
    ];
  }
  // Requests in progress are part of the noise, so silence begins after them.
  else await Promise.all(loops);
  process.send?.(count);
});

async function loop(work) {
  while (isLoud) {
    const { status, kind } = await work();
    if (status === 503) {
      count.refused++;
      await sleep(1_000);
    } else if (status >= 300) throw new Error(`${kind}: status ${status}`);
    else count[kind]++;
  }
}

async function importLines() {
  const lines = Array.from({ length: LINES }, () =>
    writeLine(number, {
      keyword: `software for purpose ${number++ % Number(keywords)}`,
      id: randomBytes(24).toString('base64url'),
    }),
  );
  const sent = { ...headers, 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${url}/api/v1/answers`, { method: 'POST', headers: sent, body: lines.join('\n') });
  if ((await response.text()).includes('"refused"')) throw new Error('a line was refused');
  return { status: response.status, kind: 'imports' };
}

/** With a parameter of its own, so that no response comes from memory. */
async function read(path) {
  const response = await fetch(`${url}/api/v1${path}&fresh=${fresh++}`, { headers });
  for await (const _ of response.body ?? []);
  return { status: response.status, kind: 'reads' };
}

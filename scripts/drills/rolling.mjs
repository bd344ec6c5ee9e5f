// `node scripts/drills/rolling.mjs [seconds] [requests per second]`: two API processes behind a load balancer that checks
// `/readyz` every 250 ms and never repeats a request. They are replaced in turn. Not a single request may fail.
import { createServer, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, freePort, openStage, printTable, setUp, startServer, stopServer } from './stage.mjs';

const [seconds = '40', perSecond = '40'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
// Without the delay requests fail, which shows that the drill notices it.
const delay = process.argv.includes('--plant') ? '0' : '2';
const CHECK_MS = 250;

const stage = await openStage();
const settings = { ...stage.settings, STOP_DELAY_SECONDS: delay };
const servers = [await startServer(settings, { role: 'api' }), await startServer(settings, { role: 'api' })];
const worker = await startServer(settings, { role: 'worker' });
const balancer = await startBalancer(() => servers);
try {
  const key = await setUp(stage, servers[0]);
  const tally = { ok: 0, failed: [] };
  let isOver = false;
  let replaced = 0;
  const replacing = (async () => {
    for (; !isOver; replaced++) {
      await sleep(2_000);
      const old = servers[replaced % 2];
      const fresh = await startServer(settings, { role: 'api' });
      balancer.keep(old);
      servers[replaced % 2] = fresh;
      await balancer.until(fresh);
      await stopServer(old, 'SIGTERM');
    }
  })();
  await send(`${balancer.url}/api/v1/visibility?per_page=5`, key, tally);
  isOver = true;
  await replacing;
  const figures = {
    'requests answered 200': tally.ok,
    'requests that failed': tally.failed.length,
    'first failures': JSON.stringify(tally.failed.slice(0, 3)),
    'processes replaced': replaced,
  };
  printTable('Rolling update', figures, tally.failed.length === 0 && tally.ok > 0 && replaced > 1);
} finally {
  balancer.close();
  await Promise.all([...servers, worker].map((server) => stopServer(server)));
  await stage.close();
}

async function send(url, key, tally) {
  const began = performance.now();
  const sent = [];
  for (let index = 0; index < Number(seconds) * Number(perSecond); index++) {
    const wait = began + (index * 1_000) / Number(perSecond) - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(
      call(url, key).then(
        ({ status }) => (status === 200 ? tally.ok++ : tally.failed.push(status)),
        (error) => tally.failed.push(error.message),
      ),
    );
  }
  await Promise.all(sent);
}

/** Sends requests in turn to the servers that were ready at the last check. */
async function startBalancer(serversNow) {
  let ready = [];
  /** Those that were taken out of the list and have not ended yet. */
  let leaving = [];
  const check = async () => {
    const all = [...serversNow(), ...leaving.filter(({ child }) => child.exitCode === null)];
    const states = await Promise.all(
      all.map(({ url }) =>
        fetch(`${url}/readyz`).then(
          (it) => it.ok,
          () => false,
        ),
      ),
    );
    ready = all.filter((_, index) => states[index]);
  };
  await check();
  const checking = setInterval(check, CHECK_MS);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const target = ready[turn++ % Math.max(1, ready.length)];
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end());
    if (!target) return fail();
    const { method, headers, url: path } = incoming;
    const onward = httpRequest(`${target.url}${path}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    }).on('error', fail);
    incoming.pipe(onward);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    keep: (old) => {
      leaving = [...leaving, old];
    },
    async until(wanted) {
      while (!ready.includes(wanted)) await sleep(20);
    },
    close() {
      clearInterval(checking);
      server.closeAllConnections();
      server.close();
    },
  };
}

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../server/dist/store/db.js';
import { LANE_LIMIT } from '../server/dist/store/webhooks/delivery-states.js';
import { familyMs } from './support/processor-time.mjs';
import { event, publishTo, setUp, startEngine } from './support/webhook-stage.mjs';

// The HTTP client that the delivery engine uses.
const { Agent, request } = createRequire(new URL('../server/package.json', import.meta.url))('undici');
const RECEIVERS = 200;
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
/** A stall of the machine or of the garbage collector moves the p99 of a phase by more than the flood does. */
const PHASES = 5;
/** For the bare loop and the engine in turn: the speed of a machine can change by half from one to the other. */
const ROUNDS = 3;
const FLOOD = Number(process.env.BENCH_FLOOD ?? 100_000);
const PER_SECOND = 100;
const AT_ONCE = 256;
const PUBLISHERS = 64;
const FEW = 20;
/** With all cores busy, the backlog's own work decides how long a process waits for a core. */
const BUSY_BAR = 2.5;
const BUSY = 'all cores busy with other work, 10 % hang and one has a backlog';

/**
 * 200 HTTPS receivers in another process; PostgreSQL with default durability. The engine runs in this process. The
 * reference is a bare loop that sends the same bodies over the same number of connections and records nothing.
 */
export async function run() {
  const stage = await setUp({ receivers: RECEIVERS, publishers: PUBLISHERS });
  try {
    const { bare, engine } = await deliveries(stage);
    const busy = await saturation(stage);
    await addBacklog(stage);
    const quiet = await alternate(stage);
    return [
      ...rowsOf({ bare, engine, busy, ...quiet }),
      ...rowsOfFlood(BUSY, { ...(await whileCoresAreBusy(() => alternate(stage))), bare, bar: BUSY_BAR }),
    ];
  } finally {
    await stage.stop();
  }
}

function rowsOf({ bare, engine, busy, calm, troubled }) {
  const ratio = engine.rate / bare.rate;
  const [claiming, publishing] = [median(calm.map((one) => one.engine)), median(calm.map((one) => one.publishing))];
  const statements = claiming + publishing;
  return [
    {
      name: `deliveries to ${RECEIVERS} HTTPS receivers, against a bare loop`,
      value: Math.round(engine.rate),
      unit: 'per s',
      reference: Math.round(bare.rate),
      ratio: round(ratio),
      bar: 0.5,
      pass: ratio >= 0.5,
    },
    { name: 'processor time per delivery, against a bare loop', ...perDelivery(engine, bare) },
    { name: `${PUBLISHERS} publishers to ${FEW} receivers`, value: Math.round(busy.rate), unit: 'per s' },
    { name: 'the same, processor time per delivery, with PostgreSQL', value: round(busy.cpuMs), unit: 'ms' },
    { name: 'SQL statements per event, to claim and record', value: round(engine.statements), unit: 'statements' },
    { name: `the same at ${PER_SECOND} per s, one at a time`, value: round(claiming), unit: 'statements' },
    {
      name: 'the same, with publishing (at most)',
      value: round(statements),
      unit: 'statements',
      bar: 4,
      pass: statements <= 4,
    },
    {
      name: `commit to received at ${PER_SECOND} per s, p50`,
      value: round(median(calm.map(({ p50 }) => p50))),
      unit: 'ms',
    },
    atMost(`commit to received at ${PER_SECOND} per s, p99 (at most)`, { value: p99Of(calm), bar: 250 }),
    {
      name: 'the same, 10 % hang and one has a backlog, p50',
      value: round(median(troubled.map(({ p50 }) => p50))),
      unit: 'ms',
    },
    ...rowsOfFlood('the same', { calm, troubled, bare }),
  ];
}

/** Up to `LANE_LIMIT` deliveries of a backlog start together, and an event that comes then waits for them. */
function rowsOfFlood(name, { calm, troubled, bare, bar = 1.5 }) {
  const [value, calmMs] = [p99Of(troubled), p99Of(calm)];
  const reference = calmMs + (1_000 * LANE_LIMIT) / bare.rate;
  const lost = [...calm, ...troubled].reduce((sum, phase) => sum + phase.lost, 0);
  const backlog = `backlog ${FLOOD.toLocaleString('en')}`;
  return [
    {
      name: `${name}, p99 against calm (${backlog})`,
      value: round(value),
      unit: 'ms',
      reference: round(calmMs),
      ratio: round(value / calmMs),
    },
    {
      name: `${name}, p99 against calm and ${LANE_LIMIT} bare deliveries (at most)`,
      value: round(value),
      unit: 'ms',
      reference: round(reference),
      ratio: round(value / reference),
      bar,
      pass: value <= bar * reference,
    },
    { name: `${name}, events that did not arrive`, value: lost, unit: '', bar: 0, pass: lost === 0 },
  ];
}

function p99Of(phases) {
  return median(phases.map(({ p99 }) => p99));
}

function perDelivery(engine, bare) {
  return {
    value: round(engine.cpuMs),
    unit: 'ms',
    reference: round(bare.cpuMs),
    ratio: round(engine.cpuMs / bare.cpuMs),
  };
}

function atMost(name, { value, bar }) {
  return { name, value: round(value), unit: 'ms', bar, pass: value <= bar };
}

let markers = 0;

/** The medians of all rounds. */
async function deliveries(stage) {
  const [bare, engine] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    bare.push(await bareLoop(stage));
    engine.push(await throughput(stage));
  }
  return { bare: medians(bare), engine: medians(engine) };
}

async function bareLoop({ receivers }) {
  const agent = new Agent({ allowH2: false, connections: 8, pipelining: 1, connect: { ca: receivers.ca } });
  let next = 0;
  const send = async () => {
    while (next < EVENTS) {
      const number = next++;
      const port = receivers.ports[number % RECEIVERS];
      const body = JSON.stringify(event(`bare ${number}`));
      const options = { dispatcher: agent, method: 'POST', body, headers: { 'content-type': 'application/json' } };
      const response = await request(`https://localhost:${port}/hook`, options);
      await response.body.dump();
    }
  };
  const measured = await measure(() => Promise.all(Array.from({ length: AT_ONCE }, send)));
  await agent.close();
  return measured;
}

/** Throughput when all deliveries are due from the start. */
async function throughput(stage) {
  const { db, receivers, workspaces } = stage;
  const wanted = [];
  for (let sent = 0; sent < EVENTS; ) {
    const workspace = workspaces[(sent / 10) % RECEIVERS];
    const batch = Array.from({ length: Math.min(10, EVENTS - sent) }, () => `through ${markers++}`);
    await publishTo(stage, workspace, batch.map(event));
    wanted.push(...batch);
    sent += batch.length;
  }
  const before = db.statements;
  let stop;
  const measured = await measure(async () => {
    stop = startEngine(stage);
    await arrival(receivers, wanted);
  });
  await recorded(db);
  const statements = (db.statements - before) / EVENTS;
  await stop();
  return { ...measured, statements };
}

async function measure(work) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (EVENTS / (performance.now() - began)) * 1_000, cpuMs: (user + system) / 1_000 / EVENTS };
}

/** Many publishers commit one event at a time to a few webhooks while the engine delivers them. */
async function saturation(stage) {
  const stop = startEngine(stage);
  const wanted = Array.from({ length: EVENTS }, () => `busy ${markers++}`);
  const left = [...wanted];
  const publishAll = async () => {
    for (let marker = left.pop(); marker !== undefined; marker = left.pop()) {
      await publishTo(stage, stage.workspaces[left.length % FEW], [event(marker)]);
    }
  };
  const pid = await postmaster(stage.db);
  const before = familyMs(pid);
  const { rate, cpuMs } = await measure(async () => {
    await Promise.all(Array.from({ length: PUBLISHERS }, publishAll));
    await arrival(stage.receivers, wanted);
  });
  await recorded(stage.db);
  const postgresMs = (familyMs(pid) - before) / EVENTS;
  await stop();
  return { rate, cpuMs: cpuMs + postgresMs };
}

async function postmaster(db) {
  const [{ file }] = await db.query(sql`select pg_read_file('postmaster.pid') as file`);
  return file.split('\n', 1)[0];
}

async function arrival({ received }, wanted, ms = 600_000) {
  const end = performance.now() + ms;
  const left = [...wanted];
  while (left.length > 0 && performance.now() < end) {
    await sleep(5);
    // Checking all of them each time took a twelfth of the processor time that was measured as the engine's.
    while (left.length > 0 && received.has(left.at(-1))) left.pop();
  }
  return left.filter((marker) => !received.has(marker)).length;
}

async function recorded(db) {
  const { query } = db;
  for (;;) {
    const rows = await query(sql`select from deliveries where status = 'pending' limit 1`);
    db.statements--;
    if (rows.length === 0) return;
    await sleep(20);
  }
}

/** Publishes events at a constant rate, each to one of the healthy receivers. */
async function latency(stage, count) {
  const { db, receivers } = stage;
  const healthy = stage.workspaces.slice(RECEIVERS / 5);
  const stop = startEngine(stage);
  // Opens the connections first, as they would be in steady state.
  const first = healthy.map(() => `first ${markers++}`);
  for (const [i, workspace] of healthy.entries()) await publishTo(stage, workspace, [event(first[i])]);
  await arrival(receivers, first, 60_000);
  const before = { engine: db.statements, publishing: stage.publisher.statements };
  const committed = new Map();
  const began = performance.now();
  const commits = [];
  for (let i = 0; i < count; i++) {
    const wait = began + (i * 1_000) / PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    const marker = `latency ${markers++}`;
    const workspace = healthy[i % healthy.length];
    commits.push(
      publishTo(stage, workspace, [event(marker)]).then(() => {
        committed.set(marker, performance.timeOrigin + performance.now());
      }),
    );
  }
  await Promise.all(commits);
  const lost = await arrival(receivers, [...committed.keys()], 60_000);
  const engine = (db.statements - before.engine) / count;
  const publishing = (stage.publisher.statements - before.publishing) / count;
  await stop();
  const took = [...committed]
    .flatMap(([marker, at]) => (receivers.received.has(marker) ? [receivers.received.get(marker) - at] : []))
    // A receiver can get the event before the publisher's commit returns.
    .map((ms) => Math.max(0, ms))
    .sort((a, b) => a - b);
  const at = (share) => took[Math.floor(took.length * share)];
  return { p50: at(0.5), p99: at(0.99), engine, publishing, lost };
}

/** Phases without problems and with them in turn, so that a slow minute of the machine slows down both. */
async function alternate(stage) {
  const [calm, troubled] = [[], []];
  for (let phase = 0; phase < PHASES; phase++) {
    await pauseProblems(stage);
    calm.push(await latency(stage, PER_SECOND * SECONDS));
    await resumeProblems(stage);
    troubled.push(await latency(stage, PER_SECOND * SECONDS));
  }
  return { calm, troubled };
}

/** One process per core that never waits, at the same priority as everything else. */
async function whileCoresAreBusy(work) {
  const busy = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill();
  }
}

const HANGING = Array.from({ length: RECEIVERS / 10 }, (_, i) => i);

function pauseProblems(stage) {
  stage.receivers.hang([]);
  return setProblems(stage, sql`paused_until = 'infinity', next_due_at = 'infinity'`);
}

/** A tenth of the receivers hang, with pending deliveries. One more has a backlog. */
async function resumeProblems(stage) {
  stage.receivers.hang(HANGING);
  for (const index of HANGING) {
    const events = Array.from({ length: 50 }, () => event(`hanging ${markers++}`));
    await publishTo(stage, stage.workspaces[index], events);
  }
  await setProblems(stage, sql`paused_until = null, next_due_at = now()`);
}

function setProblems({ db, workspaces }, change) {
  const webhookIds = workspaces.slice(0, HANGING.length + 1).map(({ webhookId }) => webhookId);
  return db.query(sql`update webhook_lanes set ${change} where webhook_id = any(${webhookIds})`);
}

async function addBacklog(stage) {
  const { db, workspaces } = stage;
  const { webhookId, workspaceId } = workspaces[HANGING.length];
  await publishTo(stage, workspaces[HANGING.length], [event(`flood ${markers++}`)]);
  await db.query(
    sql`insert into deliveries (delivery_id, workspace_id, webhook_id, event_id, type, trigger, next_attempt_at, epoch)
        select 'dlv_flood' || n, ${workspaceId}, ${webhookId}, e.event_id, e.type, 'replay', now() - interval '1 hour', 0
        from generate_series(1, ${FLOOD}::integer) n
        cross join (select event_id, type from events where workspace_id = ${workspaceId} limit 1) e`,
  );
}

/** The median of every figure that the runs have. */
function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function round(value) {
  return Math.round(value * 1_000) / 1_000;
}

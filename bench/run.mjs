// `npm run bench [-- name …] [--anyway] [--record] [--answers FOLDER]`: runs the benchmarks and prints each figure with its bar and with the figure on
// record. Most bars are ratios against a reference from the same run, so that results are comparable between machines.
// The heap starts large: otherwise V8 collects all garbage of the clients some 20 times a second, which shows in every latency.
// --record stores the figures as those of this version in bench/results, to be committed with a release.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Above this, other work on the machine decides more than the code. */
const MOST_LOAD = 1;
/** The load is that of the last minute, which contains the build that npm may have run just before. */
const PATIENCE_MS = 120_000;
const folder = fileURLToPath(new URL('.', import.meta.url));
const records = `${folder}results/`;
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'run.mjs')
  .map((name) => name.slice(0, -4));
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    anyway: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    // Labeled answers, for `reading`. Its bars do not depend on the load.
    answers: { type: 'string' },
  },
});
if (wanted.length === 1 && wanted[0] === 'reading') options.anyway = true;
if (wanted.includes('reading') && options.answers === undefined) fail('reading: add --answers FOLDER');
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) fail(`Unknown benchmark: ${unknown.join(', ')}. Available: ${all.join(', ')}`);
const load = await calmLoad();
process.stdout.write(`Load of the machine: ${load.toFixed(2)}\n`);
if (load > MOST_LOAD && !options.anyway) {
  fail(`The machine is busy (load above ${MOST_LOAD}), so bars cannot be judged. Wait, or add --anyway.`);
}

const { version } = JSON.parse(readFileSync(`${folder}../package.json`, 'utf8'));
const before = newestRecord();
const results = {};
// Filling two million answers takes longer than all others together.
for (const name of wanted.length > 0 ? wanted : all.filter((one) => one !== 'wide')) {
  process.stdout.write(`\n${name}\n`);
  const { run } = await import(`./${name}.mjs`);
  results[name] = await run(options);
  for (const row of results[name]) process.stdout.write(`${line(row, before.results[name])}\n`);
}
const machine = { node: process.version, cores: cpus().length, load };
if (options.record) {
  mkdirSync(records, { recursive: true });
  const stored = { machine, results: { ...before.results, ...results } };
  writeFileSync(`${records}${version}.json`, `${JSON.stringify(stored, null, 2)}\n`);
}
const missed = Object.values(results)
  .flat()
  .filter((row) => row.pass === false);
process.stdout.write(`\n${missed.length === 0 ? 'All bars were reached.' : `${missed.length} bars were missed.`}\n`);
process.exitCode = missed.length === 0 ? 0 : 1;

/** Waits for the load to fall, unless it does not matter. */
async function calmLoad() {
  const end = performance.now() + PATIENCE_MS;
  const isBusy = () => !options.anyway && loadavg()[0] > MOST_LOAD;
  if (isBusy()) process.stdout.write('Waiting up to two minutes for the load of the machine to fall …\n');
  while (isBusy() && performance.now() < end) await sleep(1_000);
  return loadavg()[0];
}

/** The record of this version or, before its first, that of the version before. */
function newestRecord() {
  if (!existsSync(records)) return { results: {} };
  const names = readdirSync(records).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return names.length === 0 ? { results: {} } : JSON.parse(readFileSync(`${records}${names.at(-1)}`, 'utf8'));
}

function line({ name, value, unit, reference, ratio, bar, pass }, rowsBefore = []) {
  const figure = `${format(value)} ${unit}`;
  const against = reference === undefined ? '' : `  reference ${format(reference)}`;
  const compared = ratio === undefined ? '' : `  ratio ${format(ratio)}`;
  const judged = bar === undefined ? '' : `  bar ${bar} ${pass ? '✓' : '✗'}`;
  const old = rowsBefore.find((row) => row.name === name);
  const was = old === undefined ? '' : `  on record ${format(old.ratio ?? old.value)}`;
  return `  ${name.padEnd(58)} ${figure.padStart(22)}${against}${compared}${judged}${was}`;
}

function format(value) {
  return typeof value === 'number'
    ? value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 0 })
    : String(value);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

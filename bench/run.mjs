// `npm run bench [-- name …]`: runs the benchmarks and writes bench/results.json. Most bars are ratios against a reference from the
// same run, so that results are comparable between machines.
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'run.mjs')
  .map((name) => name.slice(0, -4));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark: ${unknown.join(', ')}. Available: ${all.join(', ')}\n`);
  process.exit(1);
}

const results = {};
for (const name of wanted.length > 0 ? wanted : all) {
  process.stdout.write(`\n${name}\n`);
  const { run } = await import(`./${name}.mjs`);
  results[name] = await run();
  for (const row of results[name]) process.stdout.write(`${line(row)}\n`);
}
const machine = { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model };
writeFileSync(`${folder}results.json`, `${JSON.stringify({ machine, results }, null, 2)}\n`);
const missed = Object.values(results)
  .flat()
  .filter((row) => row.pass === false);
process.stdout.write(`\n${missed.length === 0 ? 'All bars were reached.' : `${missed.length} bars were missed.`}\n`);
process.exitCode = missed.length === 0 ? 0 : 1;

function line({ name, value, unit, reference, ratio, bar, pass }) {
  const figure = `${format(value)} ${unit}`;
  const against = reference === undefined ? '' : `  reference ${format(reference)}`;
  const compared = ratio === undefined ? '' : `  ratio ${format(ratio)}`;
  const judged = bar === undefined ? '' : `  bar ${bar} ${pass ? '✓' : '✗'}`;
  return `  ${name.padEnd(58)} ${figure.padStart(22)}${against}${compared}${judged}`;
}

function format(value) {
  return typeof value === 'number'
    ? value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 0 })
    : String(value);
}

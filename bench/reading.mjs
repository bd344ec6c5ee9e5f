import { existsSync, readFileSync } from 'node:fs';
import { analyze, prepareSubject } from '../server/dist/analyze/analyze.js';
import { readParts } from '../server/dist/analyze/context.js';
import { describeBrand } from '../server/dist/analyze/describe-brand.js';
import { variantsOf } from '../server/dist/analyze/name-variants.js';

/** Bars of reading real answers, in percent. */
const LEAST_RECALL = 99;
const LEAST_PRECISION = 99;
const MOST_FAR_OFF = 2;
const LEAST_F1 = 80;

/**
 * What the analysis finds in labeled answers: `answers.jsonl` with `id, surface, text, brands`, and `gold.jsonl` with `id,
 * brand, mentioned, sentiment, role, order`. Every other answer is one half, so that rules can be made on one and judged
 * on the other.
 */
/** @param {{ answers?: string }} options */
export async function run({ answers: folder }) {
  if (folder === undefined) return [];
  const answers = new Map(linesOf(`${folder}/answers.jsonl`).map((answer) => [answer.id, answer]));
  const gold = linesOf(`${folder}/gold.jsonl`);
  const read = gold.map((label) => readPair(label, answers.get(label.id), gold));
  const surfaces = [...new Set(read.map(({ surface }) => surface))].sort();
  return [
    ...rowsOf('all', read, { hasBars: true }),
    ...surfaces.flatMap((surface) =>
      rowsOf(
        surface,
        read.filter((one) => one.surface === surface),
      ),
    ),
    ...['first half', 'second half'].flatMap((name, half) =>
      rowsOf(
        name,
        read.filter((one) => one.half === half),
      ),
    ),
  ];
}

function linesOf(path) {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** The labeled brand as the own one, the others of the answer as competitors. */
function readPair(label, answer, gold) {
  const labeled = gold.filter(({ id }) => id === label.id).map(({ brand }) => brand);
  const isSame = (name) => writingsOf(name).some((one) => writingsOf(label.brand).includes(one));
  const others = [...new Set([...answer.brands, ...labeled])].filter((name) => !isSame(name));
  const [brand, ...competitors] = [label.brand, ...others].map((text, id) => ({
    id: `${id}`,
    aliases: [{ text }],
    domains: [],
  }));
  const findings = analyze({ text: answer.text, cited: [], retrieved: [] }, prepareSubject({ brand, competitors }));
  const mention = findings.mentions.find(({ brandId }) => brandId === '0');
  const occurrences = findings.mentions
    .flatMap(({ brandId, spans }) => spans.map(([start, end]) => ({ brand: Number(brandId), start, end })))
    .sort((a, b) => a.start - b.start);
  const role = mention && describeBrand(readParts(answer.text), occurrences, 0).role;
  return { label, surface: answer.surface, half: halfOf(label.id), mention, role };
}

/** As `prepareSubject` expands them. */
function writingsOf(name) {
  const [variants] = variantsOf([{ id: '0', aliases: [{ text: name }], domains: [] }]);
  return [name, ...variants.map(({ alias }) => alias.text)].map((text) => text.toLowerCase());
}

function halfOf(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  return sum % 2;
}

function rowsOf(group, read, { hasBars = false } = {}) {
  const isIn = ({ label }) => label.mentioned === 'yes';
  const both = read.filter((one) => isIn(one) && one.mention);
  const ranked = both.filter(({ label }) => label.order !== null);
  const farOff = ranked.filter(({ label, mention }) => Math.abs(mention.position - label.order) > 1);
  const equal = ranked.filter(({ label, mention }) => mention.position === label.order);
  const felt = both.filter(({ label }) => ['positive', 'neutral', 'negative'].includes(label.sentiment));
  const agreeing = felt.filter(({ label, mention }) => mention.sentiment === label.sentiment);
  const top = (one) => one.label.role === 'top_pick';
  const found = both.filter(({ role }) => role === 'top_pick');
  const hits = found.filter(top).length;
  const row = (name, [part, whole], { least, most } = /** @type {{ least?: number, most?: number }} */ ({})) => {
    const value = whole === 0 ? undefined : (100 * part) / whole;
    const bar = least ?? most;
    const judged = hasBars && bar !== undefined && value !== undefined;
    return {
      name: `${group}: ${name}`,
      value: value === undefined ? 'none' : Math.round(value * 10) / 10,
      unit: `% of ${whole}`,
      ...(judged && { bar, pass: most === undefined ? value >= bar : value <= bar }),
    };
  };
  return [
    row('recall of mentions', [both.length, read.filter(isIn).length], { least: LEAST_RECALL }),
    row('precision of mentions', [both.length, read.filter(({ mention }) => mention).length], {
      least: LEAST_PRECISION,
    }),
    row('position equal to the label', [equal.length, ranked.length]),
    row('position off by more than one', [farOff.length, ranked.length], { most: MOST_FAR_OFF }),
    row('sentiment equal to the label', [agreeing.length, felt.length]),
    row('F1 of top picks', [2 * hits, found.length + both.filter(top).length], { least: LEAST_F1 }),
  ];
}

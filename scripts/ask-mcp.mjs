// Answers "Why did our score on Perplexity drop last week?" as an assistant would, with only the tools at /mcp.
//   VISIBILITY_API_KEY=svc_test_… node scripts/ask-mcp.mjs [platform]
// It uses plain JSON-RPC over fetch, to show that a key is all you need.

const base = process.env.VISIBILITY_URL ?? 'http://localhost:4000';
const key = process.env.VISIBILITY_API_KEY;
const platform = process.argv[2] ?? 'perplexity';
const DAY_MS = 86_400_000;

if (!key) {
  process.stderr.write('Set VISIBILITY_API_KEY to a test key (svc_test_…)\n');
  process.exit(1);
}

let sent = 0;

async function send(method, params, isNotice = false) {
  const response = await fetch(new URL('/mcp', base), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(isNotice ? {} : { id: ++sent }) }),
  });
  if (response.status === 202) return undefined;
  const answer = await response.json();
  if (!response.ok || answer.error) throw new Error(answer.detail ?? answer.error.message);
  return answer.result;
}

async function use(name, args = {}, { isQuiet = false } = {}) {
  const { isError, content } = await send('tools/call', { name, arguments: args });
  const [{ text }] = content;
  if (isError) throw new Error(`${name}: ${text}`);
  const result = JSON.parse(text);
  const count = result.meta ? `${result.meta.total} in total` : 'one record';
  if (!isQuiet) say(`  → ${name} ${JSON.stringify(args)}: ${count}`);
  return result;
}

const say = (text) => process.stdout.write(`${text}\n`);
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const mean = (numbers) => Math.round(numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length));

async function main() {
  say(`Why did our score on ${platform} drop last week?\n`);
  await send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'ask-mcp', version: '1' },
  });
  await send('notifications/initialized', {}, true);

  const { data: keywords } = await use('list_visibility', { per_page: 100, include: 'evidence' });
  // The sandbox has its own clock: today is the day of its newest score.
  const now = keywords
    .map((one) => one.updated_at)
    .sort()
    .at(-1);
  if (!now) return say('\nNo scores yet.');
  const since = dayOf(Date.parse(now) - 7 * DAY_MS);
  const { data: events } = await use('list_events', { type: 'visibility.changed', since, per_page: 100 });
  const here = events.filter(({ data }) => data.platform === platform);
  const drops = here.filter(({ data }) => data.new_score < data.previous_score);

  say(`  → get_visibility of each keyword, since ${since}`);
  const before = [];
  const after = [];
  for (const { keyword_id } of keywords.slice(0, 20)) {
    const { history } = await use('get_visibility', { keyword_id, since }, { isQuiet: true });
    const points = history.map((point) => point.platforms[platform]).filter((score) => score !== undefined);
    if (points.length > 1) {
      before.push(points[0]);
      after.push(points.at(-1));
    }
  }
  say(
    `\nThe mean score of ${after.length} keywords on ${platform} went from ${mean(before)} to ${mean(after)} since ${since}.`,
  );
  if (drops.length === 0) return sayNothingDropped(here, events);
  say(`${drops.length} of ${keywords.length} keywords dropped significantly there:\n`);
  for (const drop of drops.slice(0, 3)) await explain(drop);
}

function sayNothingDropped(here, events) {
  say(`It did not drop: no keyword dropped significantly on ${platform} since then.`);
  for (const { data } of here) say(`  It rose on "${data.keyword}": ${data.previous_score} → ${data.new_score}.`);
  const others = events.filter(({ data }) => data.platform !== platform);
  for (const { data } of others.slice(0, 5)) {
    say(
      `  Other platform: "${data.keyword}" on ${data.platform}, ${data.previous_score} → ${data.new_score} (${data.change}).`,
    );
  }
  say('Smaller changes are noise.');
}

/** Prints the evidence, the competitors that gained, and one answer from before and after. */
async function explain({ id, data }) {
  const { evidence } = await use('get_details', { event_id: id });
  const about = { keyword_id: data.keyword_id, platform };
  const then = { since: evidence.baseline_start, until: evidence.baseline_end };
  const lately = { since: evidence.window_start, until: evidence.window_end };
  const rivalsThen = await use('list_competitors', { what: 'scores', ...about, ...then });
  const rivalsNow = await use('list_competitors', { what: 'scores', ...about, ...lately });
  const answersThen = await use('list_evidence', { what: 'answers', ...about, ...then, per_page: 5 });
  const answersNow = await use('list_evidence', { what: 'answers', ...about, ...lately, per_page: 5 });
  const mentionsNow = await use('list_evidence', { what: 'mentions', ...about, ...lately, per_page: 1 });
  const pagesThen = await use('list_evidence', { what: 'citations', ...about, ...then, per_page: 1 });
  const pagesNow = await use('list_evidence', { what: 'citations', ...about, ...lately, per_page: 1 });

  const { k1, n1, k2, n2, previous_interval: was, new_interval: is, adjusted_p: p } = evidence;
  say(`\n"${data.keyword}" on ${platform}: ${data.previous_score} → ${data.new_score} (${data.change} points)`);
  say(`  ${then.since} to ${then.until}: mentioned in ${k1} of ${n1} answers, 95 % interval ${was.join('–')}.`);
  say(
    `  ${lately.since} to ${lately.until}: mentioned in ${k2} of ${n2} answers, 95 % interval ${is.join('–')} (p = ${p.toPrecision(2)}).`,
  );
  const scoreThen = new Map(rivalsThen.data.map((one) => [one.competitor_id, one.visibility_score]));
  const gains = rivalsNow.data
    // With too few answers, a score is a text.
    .filter((one) => Number.isInteger(one.visibility_score) && Number.isInteger(scoreThen.get(one.competitor_id)))
    .map((one) => ({ ...one, gain: one.visibility_score - scoreThen.get(one.competitor_id) }))
    .sort((a, b) => b.gain - a.gain);
  for (const { name, gain, visibility_score: score } of gains.slice(0, 2)) {
    say(`  ${name} in the same answers: ${score - gain} → ${score}.`);
  }
  const perAnswer = (pages, answers) => (pages.meta.total / Math.max(1, answers.meta.total)).toFixed(2);
  say(`  Own pages cited per answer: ${perAnswer(pagesThen, answersThen)} → ${perAnswer(pagesNow, answersNow)}.`);
  say(
    `  ${mentionsNow.meta.total} of the ${answersNow.meta.total} answers of the week mention the brand. One answer from before and after:`,
  );
  say(`    before ${quote(answersThen)}`);
  say(`    after  ${quote(answersNow)}\n`);
}

function quote({ data }) {
  const answer = data.find(({ status }) => status === 'valid');
  return answer ? `${answer.answer_id}: “${answer.text.replace(/\s+/g, ' ').slice(0, 120)}…”` : 'no valid answer';
}

await main();

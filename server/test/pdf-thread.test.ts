import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const DRAW = JSON.stringify(fileURLToPath(new URL('../dist/reports/pdf/draw-aside.js', import.meta.url)));

/** With a content that cannot be drawn in between.. */
const PROGRAM = `(async () => {
  let threads = 0;
  require('node:diagnostics_channel').subscribe('worker_threads', () => threads++);
  const { drawAside } = await import(${DRAW});
  const content = {
    report_id: 'rpt_1', name: 'Weekly', period_start: '2026-11-02', period_end: '2026-11-08', made_at: '2026-11-09T00:00:05Z',
    simulated: false, brand: null, metric_version: 1, summary: null, platforms: [], history: [],
    movers: { up: [], down: [], compared: 0, not_compared: 0, significant: 0 }, share_of_voice: [],
    cited_pages: { own: [], others: [] }, incomplete: [], keywords: [],
    measured: { keywords: 0, prompts: 0, questions: 0, valid: 0, truncated: 0, refused: 0, failed: 0, platforms: [] },
  };
  const start = async (one) => (await drawAside(one)).subarray(0, 5).toString();
  const drawn = [await start(content), await start(content)];
  await start({}).catch(() => drawn.push("an error"));
  drawn.push(await start(content), ...(await Promise.all([start(content), start(content)])));
  console.log(JSON.stringify({ drawn, threads }));
})()`;

test('one thread draws report after report, a new one after an error, and none keeps the process running', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', PROGRAM]);
  const { drawn, threads } = JSON.parse(stdout);
  expect(drawn).toEqual(['%PDF-', '%PDF-', 'an error', '%PDF-', '%PDF-', '%PDF-']);
  // The first, one after the error, and one for the second of two at the same time.
  expect(threads).toBe(3);
});

#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// Otherwise many objects of requests stay in memory until a full collection: see docs/decisions/http.md.
setFlagsFromString('--no-allocation-site-pretenuring');

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main.href);
  await run(process.argv.slice(2));
} else {
  process.stderr.write('Not built yet. Run: npm start (or npm run build)\n');
  process.exitCode = 1;
}

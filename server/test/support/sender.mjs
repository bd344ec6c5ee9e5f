import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Sends files as request bodies from a process of its own, so that the server's CPU time can be measured alone. */
process.on('message', async ({ url, file, headers }) => {
  const response = await fetch(url, { method: 'POST', headers, body: readFileSync(file) });
  // Receiving a long text would be counted as the server's work.
  process.send?.({ status: response.status, text: (await response.text()).slice(0, 1_000) });
});

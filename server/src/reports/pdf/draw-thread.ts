import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw.ts';
import type { ToDraw } from './draw-aside.ts';

// An error ends the thread: the next document is drawn by a new one.
parentPort?.on('message', async ({ content, options }: ToDraw) => {
  parentPort?.postMessage(await drawPdf(content, options));
});

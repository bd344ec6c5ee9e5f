import { Worker } from 'node:worker_threads';
import type { ReportContent } from '../content.ts';
import { type DrawOptions, drawPdf } from './draw.ts';

/** What the thread is handed. */
export interface ToDraw {
  content: ReportContent;
  options: DrawOptions;
}

/** Draws in a thread of its own: it takes 0.3 s and, the first time, more than one, in which nobody else would be answered. */
export function drawAside(content: ReportContent, options: DrawOptions = {}): Promise<Buffer> {
  // A thread reads compiled code only; sources themselves are run by tests alone.
  if (import.meta.url.endsWith('.ts')) return drawPdf(content, options);
  const workerData: ToDraw = { content, options };
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./draw-thread.js', import.meta.url), { workerData });
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that draws a PDF ended with ${code}`)));
  });
}

import { Worker } from 'node:worker_threads';
import type { ReportContent } from '../content.ts';
import { type DrawOptions, drawPdf } from './draw.ts';

/** The input of the thread. */
export interface ToDraw {
  content: ReportContent;
  options: DrawOptions;
}

/**
 * Draws in a worker thread. Drawing takes 0.3 s, the first time more than one second, and would block other requests.
 */
export function drawAside(content: ReportContent, options: DrawOptions = {}): Promise<Buffer> {
  // A worker thread needs compiled code. Only tests run the sources directly.
  if (import.meta.url.endsWith('.ts')) return drawPdf(content, options);
  const workerData: ToDraw = { content, options };
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./draw-thread.js', import.meta.url), { workerData });
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The PDF thread exited with code ${code}`)));
  });
}

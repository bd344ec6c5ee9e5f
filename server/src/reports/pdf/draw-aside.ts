import { Worker } from 'node:worker_threads';
import type { ReportContent } from '../content.ts';
import { type DrawOptions, drawPdf } from './draw.ts';

/** The input of the thread. */
export interface ToDraw {
  content: ReportContent;
  options: DrawOptions;
}

/** How long a thread waits for the next document. It holds about 60 MB. */
const IDLE_MS = 60_000;

interface Drawer {
  thread: Worker;
  /** The document that is drawn now. */
  settle: { resolve: (bytes: Buffer) => void; reject: (error: Error) => void } | undefined;
}

let idle: { drawer: Drawer; end: NodeJS.Timeout } | undefined;

/**
 * Draws in a worker thread, because drawing takes 0.3 s and would block other requests. Starting a thread takes more
 * than a second, so one is kept for a minute. Documents drawn at the same time have threads of their own.
 */
export async function drawAside(content: ReportContent, options: DrawOptions = {}): Promise<Buffer> {
  // A worker thread needs compiled code. Only tests run the sources directly.
  if (import.meta.url.endsWith('.ts')) return drawPdf(content, options);
  const drawer = takeDrawer();
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    drawer.settle = { resolve, reject };
    drawer.thread.postMessage({ content, options } satisfies ToDraw);
  });
  keepDrawer(drawer);
  return bytes;
}

function takeDrawer(): Drawer {
  if (!idle) return startDrawer();
  const { drawer, end } = idle;
  clearTimeout(end);
  idle = undefined;
  drawer.thread.ref();
  return drawer;
}

function startDrawer(): Drawer {
  const drawer: Drawer = { thread: new Worker(new URL('./draw-thread.js', import.meta.url)), settle: undefined };
  const fail = (error: Error) => {
    if (idle?.drawer === drawer) idle = undefined;
    drawer.settle?.reject(error);
  };
  drawer.thread.on('message', (bytes: Uint8Array) => drawer.settle?.resolve(Buffer.from(bytes)));
  drawer.thread.on('error', fail);
  drawer.thread.on('exit', (code) => fail(new Error(`The PDF thread exited with code ${code}`)));
  return drawer;
}

/** One is enough. While idle, it does not keep the process running. */
function keepDrawer(drawer: Drawer): void {
  drawer.settle = undefined;
  if (idle) {
    void drawer.thread.terminate();
    return;
  }
  drawer.thread.unref();
  const end = setTimeout(() => {
    idle = undefined;
    void drawer.thread.terminate();
  }, IDLE_MS);
  idle = { drawer, end: end.unref() };
}

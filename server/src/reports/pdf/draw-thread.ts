import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf } from './draw.ts';
import type { ToDraw } from './draw-aside.ts';

const { content, options } = workerData as ToDraw;
parentPort?.postMessage(await drawPdf(content, options));

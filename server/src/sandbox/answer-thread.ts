import { parentPort, workerData } from 'node:worker_threads';
import type { SimulatedQuestion } from '../collect/simulated.ts';
import { openRespondent } from './answer.ts';

const answer = openRespondent(workerData);
parentPort?.on('message', (questions: SimulatedQuestion[]) => parentPort?.postMessage(questions.map(answer)));

import { Gauge, type Registry } from 'prom-client';
import type { PlatformSignal } from '../measure/reply-signals.ts';
import type { WaitingPrompts } from '../store/questions/platform-health.ts';
import type { Queues } from '../store/queues.ts';

interface DatabaseFigures {
  queues: Queues;
  signals: PlatformSignal[];
  waiting: WaitingPrompts[];
}

/** Metrics read from the database. They are the same in every process, so scraping one process is enough. */
export function createDatabaseGauges(registry: Registry): (read: DatabaseFigures) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `visibility_${name}`, help, labelNames, registers: [registry] });
  const due = gauge('queue_due', 'Prompts, deliveries and emails that are due but not done.', ['queue']);
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest one has been due.', ['queue']);
  const unsent = gauge('deliveries_unsent', 'Deliveries that cannot be sent because of a problem of this service.');
  const held = gauge('deliveries_held', 'Deliveries held for disabled webhooks.');
  const cancelled = gauge(
    'deliveries_cancelled',
    'Deliveries that were held and then cancelled, and are still in the log.',
  );
  const paused = gauge('lanes_paused', 'Webhooks paused because their receiver asked for it.');
  const disabled = gauge('lanes_disabled', 'Disabled webhooks.');
  const failedMail = gauge('mail_failed', 'Emails that failed permanently and are still stored.');
  const signal = gauge('platform_reply_signal', 'Answers of the last two days that show a changed reply.', [
    'platform',
    'kind',
  ]);
  const prompts = gauge('prompts_waiting', 'Prompts that a platform did not take.', ['platform', 'reason', 'key']);
  const workers = gauge('workers', 'Running workers.');
  const bytes = gauge('database_size_bytes', 'Size of the database.');
  return ({ queues, signals, waiting }) => {
    prompts.reset();
    for (const { prompts: count, ...labels } of waiting) prompts.set(labels, count);
    workers.set(queues.workers);
    bytes.set(queues.databaseBytes);
    signal.reset();
    for (const { platform, kind, answers } of signals) signal.set({ platform, kind }, answers);
    for (const queue of ['questions', 'deliveries', 'mail'] as const) {
      due.set({ queue }, queues[queue].due);
      oldest.set({ queue }, queues[queue].oldestSeconds);
    }
    unsent.set(queues.deliveriesUnsent);
    held.set(queues.deliveriesHeld);
    cancelled.set(queues.deliveriesCancelled);
    paused.set(queues.lanesPaused);
    disabled.set(queues.lanesDisabled);
    failedMail.set(queues.mailFailed);
  };
}

import { Gauge, type Registry } from 'prom-client';
import type { PlatformSignal } from '../measure/reply-signals.ts';
import type { Queues } from '../store/system/queues.ts';

/** Metrics read from the database. They are the same in every process, so scraping one process is enough. */
export function createDatabaseGauges(registry: Registry): (queues: Queues, signals: PlatformSignal[]) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `visibility_${name}`, help, labelNames, registers: [registry] });
  const due = gauge('queue_due', 'Prompts, deliveries and emails that are due but not done.', ['queue']);
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest one has been due.', ['queue']);
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
  return (queues, signals) => {
    signal.reset();
    for (const { platform, kind, answers } of signals) signal.set({ platform, kind }, answers);
    for (const queue of ['questions', 'deliveries', 'mail'] as const) {
      due.set({ queue }, queues[queue].due);
      oldest.set({ queue }, queues[queue].oldestSeconds);
    }
    held.set(queues.deliveriesHeld);
    cancelled.set(queues.deliveriesCancelled);
    paused.set(queues.lanesPaused);
    disabled.set(queues.lanesDisabled);
    failedMail.set(queues.mailFailed);
  };
}

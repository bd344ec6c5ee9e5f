import { tracingChannel } from 'node:diagnostics_channel';

/**
 * Where this program reports what it does. Without a subscriber a point costs one comparison;
 * `server/src/base/tracing.ts` subscribes if traces are exported.
 */
export const sqlPoint = tracingChannel<unknown, { text: string }>('visibility:sql');
export const jobPoint = tracingChannel<unknown, { job: string; result?: unknown }>('visibility:job');

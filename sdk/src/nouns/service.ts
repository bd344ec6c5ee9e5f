import type { PlatformChange, RetentionChange, SignificanceChange } from '../inputs.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { EstimateQuery, PageQuery, RetentionQuery, UsageQuery } from '../queries.ts';
import type { List } from '../records.ts';
import type {
  Metric,
  Platform,
  Retention,
  SandboxProgress,
  Significance,
  Usage,
  UsageEstimate,
} from '../service-records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function metricCalls({ json }: Transport) {
  return {
    /** The definition of every metric. */
    list: (options?: RequestOptions) => json<List<Metric>>({ method: 'GET', path: '/metrics' }, options),
    iterate: (query?: PageQuery, options?: RequestOptions) =>
      iteratePages(
        (page: PageQuery) => json<List<Metric>>({ method: 'GET', path: '/metrics', query: page }, options),
        query,
        ({ id }) => id,
      ),
  };
}

export function platformCalls({ json }: Transport) {
  return {
    /** AI platforms, and whether an API key is configured for each. */
    list: (options?: RequestOptions) => json<List<Platform>>({ method: 'GET', path: '/platforms' }, options),
    iterate: (query?: PageQuery, options?: RequestOptions) =>
      iteratePages(
        (page: PageQuery) => json<List<Platform>>({ method: 'GET', path: '/platforms', query: page }, options),
        query,
        ({ platform }) => platform,
      ),
    /** Sets or removes your own API key for a platform. */
    change: (platform: string, change: PlatformChange, options?: RequestOptions) =>
      json<Platform>({ method: 'PATCH', path: path`/platforms/${platform}`, body: change }, options),
  };
}

export function significanceCalls({ json }: Transport) {
  return {
    /** What counts as a significant change. */
    get: (options?: RequestOptions) => json<Significance>({ method: 'GET', path: '/significance' }, options),
    /** Changes it from the next week on. */
    change: (change: SignificanceChange, options?: RequestOptions) =>
      json<Significance>({ method: 'PATCH', path: '/significance', body: change }, options),
  };
}

export function retentionCalls({ json }: Transport) {
  return {
    /** How long answers are kept. With limits: what these would free. */
    get: (query?: RetentionQuery, options?: RequestOptions) =>
      json<Retention>({ method: 'GET', path: '/retention', query }, options),
    /** Changes it. What is removed cannot be restored. */
    change: (change: RetentionChange, options?: RequestOptions) =>
      json<Retention>({ method: 'PATCH', path: '/retention', body: change }, options),
  };
}

export function usageCalls({ json }: Transport) {
  return {
    /** How many answers were collected, what they cost, and how complete they are. */
    get: (query?: UsageQuery, options?: RequestOptions) =>
      json<Usage>({ method: 'GET', path: '/usage', query }, options),
    /** The estimated cost of one week. */
    estimate: (query?: EstimateQuery, options?: RequestOptions) =>
      json<UsageEstimate>({ method: 'GET', path: '/usage/estimate', query }, options),
  };
}

/** Simulating a month takes longer than the default timeout. */
const ADVANCE_TIMEOUT_MS = 300_000;

export function sandboxCalls({ json }: Transport) {
  return {
    /** Advances the clock of the test workspace. Requires a test key. */
    advance: (seconds: number, options?: RequestOptions) =>
      json<SandboxProgress>(
        { method: 'POST', path: '/sandbox/advance', body: { seconds } },
        { timeoutMs: ADVANCE_TIMEOUT_MS, ...options },
      ),
  };
}

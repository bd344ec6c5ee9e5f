import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, BodyOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type PlatformState = AnswerTo<'GET /:mode/platform-states'>['platforms'][number];

export function platformStatesQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'platform-states'],
    queryFn: async ({ signal }) => {
      const { platforms } = await request('GET /:mode/platform-states', { params: { mode }, signal });
      return platforms;
    },
  });
}

/**
 * Stores the workspace's own key and sends one short prompt with it. If it works, active keywords are asked on this
 * platform from today on.
 */
export async function setPlatformKey(mode: Mode, platform: string, apiKey: string): Promise<KeyCheck> {
  await request('PATCH /:mode/platforms/:platform', { params: { mode, platform }, body: { api_key: apiKey } });
  const check = await request('POST /:mode/platforms/:platform/verify', { params: { mode, platform } });
  await request('POST /:mode/plan-today', { params: { mode } });
  return check;
}

export function removePlatformKey(mode: Mode, platform: string): Promise<unknown> {
  return request('PATCH /:mode/platforms/:platform', { params: { mode, platform }, body: { api_key: null } });
}

/** The server rejects a `request_body` that is not an object. */
export type NewInstance = Omit<BodyOf<'POST /:mode/platform-instances'>, 'request_body'> & { request_body: unknown };

/** Adds an OpenAI-compatible server. Active keywords are asked there from today on. */
export async function addPlatformInstance(mode: Mode, body: NewInstance): Promise<void> {
  await request('POST /:mode/platform-instances', { params: { mode }, body });
  await request('POST /:mode/plan-today', { params: { mode } });
}

export function removePlatformInstance(mode: Mode, platform: string): Promise<unknown> {
  return request('DELETE /:mode/platform-instances/:platform', { params: { mode, platform } });
}

export type KeyCheck = AnswerTo<'POST /:mode/platforms/:platform/check'>;

/** Checks key and model with free requests. Not repeated each time the page is opened. */
export function keyCheckQuery(mode: Mode, platform: string) {
  return queryOptions({
    queryKey: [mode, 'key-check', platform],
    queryFn: ({ signal }) => request('POST /:mode/platforms/:platform/check', { params: { mode, platform }, signal }),
    staleTime: 3_600_000,
    retry: false,
  });
}

export type Budget = AnswerTo<'GET /:mode/budget'>;

export function budgetQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'budget'],
    queryFn: ({ signal }) => request('GET /:mode/budget', { params: { mode }, signal }),
  });
}

export type BudgetChange = Partial<Pick<Budget, 'daily_cap_usd' | 'monthly_cap_usd' | 'interval_points'>>;

export function changeBudget(mode: Mode, body: BudgetChange): Promise<Budget> {
  return request('PATCH /:mode/budget', { params: { mode }, body });
}

export type Estimate = AnswerTo<'GET /:mode/estimate'>;

/** The cost of the plan with additional keywords. */
export function estimateQuery(mode: Mode, keywords: number) {
  return queryOptions({
    queryKey: [mode, 'estimate', keywords],
    queryFn: ({ signal }) => request('GET /:mode/estimate', { params: { mode }, query: { keywords }, signal }),
  });
}

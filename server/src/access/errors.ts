import { ApiError } from '../base/errors.ts';
import type { Plan } from '../store/accounts/accounts.ts';
import type { Scope } from '../store/accounts/api-keys.ts';
import { HOURLY_LIMIT } from './rate.ts';

/** The same for every cause, so that it reveals nothing to an attacker. */
export const invalidKey = () => new ApiError(401, 'Invalid or missing API key', { 'www-authenticate': 'Bearer' });

export const ipNotAllowed = (ip: string) => new ApiError(403, `IP address ${ip} is not allowed for this API key`);

export const domainNotAllowed = (domain: string) =>
  new ApiError(403, `Domain ${domain} is not allowed for this API key`);

export const missingScope = (scope: Scope) => new ApiError(403, `This action requires the '${scope}' scope`);

export const rateExceeded = (plan: Plan, seconds: number) =>
  new ApiError(
    429,
    `Rate limit exceeded. Your plan allows ${HOURLY_LIMIT[plan]} requests per hour. Try again in ${seconds} seconds.`,
    { 'retry-after': String(seconds) },
  );

export const tooManyBadKeys = (seconds: number) =>
  new ApiError(429, `Too many requests with an invalid API key from this address. Try again in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });

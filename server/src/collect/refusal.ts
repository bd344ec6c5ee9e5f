import { retryAfterSeconds } from '@visibility/sdk';
import { PlatformError } from '../base/errors.ts';
import type { HttpReply } from './exchange.ts';
import { field, readJson, text } from './json.ts';

const LONGEST_DETAIL = 200;
const NO_CREDIT = /\b(credits?|spending limit|quota|balance)\b/i;

/** What a non-2xx reply means: the cause, whether to retry, and when. */
export function refusalOf(platformId: string, { status, headers, body }: HttpReply, nowMs: number): PlatformError {
  if (isCreditSpent(status, body)) return new PlatformError(platformId, 'quota', { retryable: false });
  // No detail here: platforms repeat parts of a rejected key in their messages.
  if (isKeyRefused(status, body)) return new PlatformError(platformId, 'unauthorized', { retryable: false });
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  return new PlatformError(platformId, `http_${status}`, {
    retryable,
    retryAfterMs: retryable ? retryAfterMs(headers, body, nowMs) : undefined,
    detail: sentenceIn(body)?.slice(0, LONGEST_DETAIL),
  });
}

/** Google returns 400 for an unknown key. */
export function isKeyRefused(status: number, body: string): boolean {
  return status === 401 || status === 403 || (status === 400 && body.includes('API_KEY_INVALID'));
}

/**
 * Whether the account has no credit left: 402 of DeepSeek and OpenRouter, 403 of xAI, 400 of Anthropic, 429 of OpenAI.
 * Google's 429 has nearly the same sentence for a limit that passes.
 */
export function isCreditSpent(status: number, body: string): boolean {
  if (status === 429) return field(readJson(body), 'error', 'code') === 'insufficient_quota';
  return status === 402 || ((status === 400 || status === 403) && NO_CREDIT.test(sentenceIn(body) ?? ''));
}

function sentenceIn(body: string): string | undefined {
  const reply = readJson(body);
  return text(field(reply, 'error', 'message')) ?? text(field(reply, 'message')) ?? text(field(reply, 'error'));
}

/**
 * How long a platform asks us to wait: `retry-after-ms`, `retry-after` in seconds or as a date, or Google's `RetryInfo`
 * in the body, which has no header.
 */
function retryAfterMs(headers: Headers, body: string, nowMs: number): number | undefined {
  const exact = amount(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const inBody = /"retryDelay"\s*:\s*"([\d.]{1,12})s"/.exec(body)?.[1];
  const seconds =
    retryAfterSeconds(headers.get('retry-after'), { date: headers.get('date'), now: nowMs }) ?? amount(inBody);
  return seconds === undefined ? undefined : seconds * 1000;
}

interface Headers {
  get(name: string): string | null;
}

function amount(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

import { PlatformError } from '../base/errors.ts';
import type { KeyCheck } from './check-key.ts';
import type { Platform } from './platform.ts';

const PROMPT = 'Reply with the word OK.';

/**
 * Sends one short prompt, as collecting does. Only this shows a spent quota, or a model or web search that the account may
 * not use.
 */
export async function askToVerify(
  platform: Platform,
  signal: AbortSignal,
): Promise<{ key: KeyCheck; costUsd: number | undefined }> {
  try {
    const { costUsd } = await platform.ask(PROMPT, { country: undefined, language: undefined, signal });
    return { key: 'works', costUsd };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { key: meaningOf(error), costUsd: undefined };
  }
}

function meaningOf({ reason }: PlatformError): KeyCheck {
  if (reason === 'unauthorized') return 'refused';
  if (reason === 'quota') return reason;
  // It was answered with a 2xx, but in a format that we cannot read.
  if (reason === 'bad_reply' || reason === 'too_large') return 'answered: 200';
  const status = Number(/^http_(\d+)$/.exec(reason)?.[1]);
  if (Number.isNaN(status)) return `unreachable: ${reason}`;
  return `answered: ${status}`;
}

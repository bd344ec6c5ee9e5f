import { INBOX_URL } from '@visibility/sdk';
import { z } from 'zod';
import { invalid } from '../../base/problems.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import type { Mode } from '../../store/accounts/accounts.ts';
import type { Transaction } from '../../store/db.ts';
import { type StoredHeaders, sealedHeaders, type Webhook } from '../../store/webhooks/webhooks.ts';
import type { AddressRule } from '../../webhooks/address.ts';
import { headerNameProblem, headerValueProblem, MOST_HEADERS, mergeHeaders } from '../../webhooks/custom-headers.ts';
import { LONGEST_URL, webhookUrlProblem } from '../../webhooks/url.ts';
import * as schemas from './schemas.ts';

export function webhookFields(addresses: AddressRule) {
  return {
    url: z
      .string()
      .superRefine((url, context) => {
        const problem = webhookUrlProblem(url, addresses);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .describe('The URL that receives events. Must use https and a public address.')
      .meta({ format: 'uri', maxLength: LONGEST_URL, pattern: '^[Hh][Tt][Tt][Pp][Ss]:[^\\s#]+$' }),
    events: z
      .array(schemas.eventType)
      .min(1)
      .transform((events) => [...new Set(events)]),
    description: z.string().max(200).nullish(),
    format: schemas.webhookFormat.optional(),
    payload: schemas.webhookPayload.optional(),
  };
}

/** The limits apply to the result of a change, so a single request may have more entries that remove headers. */
function headersOf<Value extends z.ZodType<string | null>>(value: Value) {
  return z
    .record(z.string(), value)
    .superRefine((headers, context) => {
      const seen = new Set<string>();
      for (const [name, text] of Object.entries(headers)) {
        const problem =
          headerNameProblem(name) ??
          (seen.has(name.toLowerCase()) ? 'is given twice' : undefined) ??
          (typeof text === 'string' ? headerValueProblem(text) : undefined);
        if (problem) context.addIssue({ code: 'custom', path: [name], message: problem });
        seen.add(name.toLowerCase());
      }
    })
    .meta({ example: { Authorization: 'Bearer …' } });
}

export const newHeaders = headersOf(z.string()).describe(`At most ${MOST_HEADERS}. Values are never returned.`);
export const changedHeaders = headersOf(z.string().nullable())
  .nullable()
  .describe('Others stay; null removes one, or all. A new host in `url` needs all of them.');

/** The URL to store. Only the test workspace has the built-in inbox. */
export function storedUrl(url: string, mode: Mode): string {
  if (new URL(url).host !== new URL(INBOX_URL).host) return url;
  if (mode === 'test') return INBOX_URL;
  throw invalid([{ path: ['url'], message: 'the built-in inbox is only available in the test workspace' }]);
}

export function checkPayload({ format, payload }: Pick<Webhook, 'format' | 'payload'>): void {
  if (payload === 'full' || format === 'json') return;
  throw invalid([{ path: ['payload'], message: `must be full with format ${format}` }]);
}

/** Names and encrypted values, as they are stored. */
export function sealHeaders(secrets: SecretsBox, webhookId: string, headers: Record<string, string>): StoredHeaders {
  const names = Object.keys(headers);
  if (names.length > MOST_HEADERS) {
    throw invalid([{ path: ['headers'], message: `must have at most ${MOST_HEADERS} headers` }]);
  }
  return { names, sealed: names.length > 0 ? secrets.seal(JSON.stringify(headers), webhookId) : undefined };
}

/**
 * The headers after a change. A new host never gets stored values: otherwise they could be read by pointing the webhook
 * to a server of one's own.
 */
export async function changeHeaders(
  tx: Transaction,
  secrets: SecretsBox,
  {
    webhook,
    url,
    headers,
  }: { webhook: Webhook; url: string | undefined; headers: Record<string, string | null> | null | undefined },
): Promise<StoredHeaders | undefined> {
  const isMoved = url !== undefined && new URL(url).origin !== new URL(webhook.url).origin;
  if (headers === undefined) {
    if (!isMoved || webhook.headerNames.length === 0) return undefined;
    throw invalid([{ path: ['headers'], message: 'must be sent again when the URL has another host, or null' }]);
  }
  const sealed = isMoved ? undefined : await sealedHeaders(tx, webhook.webhookId);
  const stored = sealed ? JSON.parse(secrets.open(sealed, webhook.webhookId)) : {};
  return sealHeaders(secrets, webhook.webhookId, mergeHeaders(stored, headers));
}

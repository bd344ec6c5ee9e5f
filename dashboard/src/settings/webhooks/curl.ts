import type { DeliveryDetail, ShownWebhook } from '../../api/webhooks.ts';

/** A shell command that sends the same payload, signed with `$WEBHOOK_SECRET`. Values of extra headers are left out. */
export function curlOf(
  { url, header_names: headerNames }: Pick<ShownWebhook, 'url' | 'header_names'>,
  { payload, type, event_id: eventId }: Pick<DeliveryDetail, 'payload' | 'type' | 'event_id'>,
) {
  return [
    `# ${type} ${eventId}`,
    `BODY=${quote(JSON.stringify(payload))}`,
    `SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)`,
    `printf '%s' "$BODY" | curl ${quote(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    ...headerNames.map((name) => `  -H ${quote(`${name}: <value>`)} \\`),
    `  -H "X-Service-Signature: sha256=$SIGNATURE" \\`,
    '  --data-binary @-',
  ].join('\n');
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import type { DeliveryDetail } from '../../api/webhooks.ts';

/** A shell command that sends the same payload, signed with `$WEBHOOK_SECRET`. */
export function curlOf(
  url: string,
  { payload, type, event_id: eventId }: Pick<DeliveryDetail, 'payload' | 'type' | 'event_id'>,
) {
  return [
    `# ${type} ${eventId}`,
    `BODY=${quote(JSON.stringify(payload))}`,
    `SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)`,
    `printf '%s' "$BODY" | curl ${quote(url)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "X-Service-Signature: sha256=$SIGNATURE" \\`,
    '  --data-binary @-',
  ].join('\n');
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

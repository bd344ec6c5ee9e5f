import { type Bytes, fromBase64, fromHex, type RawBody, sign, toBase64, toBytes, toHex, verify } from './hmac.ts';
import { checkedSecrets, type Secrets } from './secrets.ts';

export type { RawBody, Secrets };

/**
 * Whether `X-Service-Signature` was created with your secret over exactly these bytes. Pass the raw body: parsing and
 * serializing it again changes the bytes.
 */
export async function verifySignature(
  body: RawBody,
  signature: string | null | undefined,
  secret: Secrets,
): Promise<boolean> {
  const text = toBytes(body);
  const secrets = checkedSecrets(secret);
  const digest = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '')?.[1];
  if (!digest) return false;
  const mac = fromHex(digest);
  return anySecret(secrets, (one) => verify(toBytes(one), mac, text));
}

/** The value of `X-Service-Signature` for a body. For tests of your receiver. */
export async function signPayload(body: RawBody, secret: string): Promise<string> {
  const [key = ''] = checkedSecrets(secret);
  return `sha256=${toHex(await sign(toBytes(key), toBytes(body)))}`;
}

/** The signed content of the Standard Webhooks headers. */
export interface SignedMessage {
  /** `webhook-id`: the event's id. */
  id: string;
  /** `webhook-timestamp`: when this attempt was sent, in seconds since 1970. */
  timestamp: string;
  body: RawBody;
}

/** Whether one of the signatures in `webhook-signature` was created with your secret over id, timestamp and body. */
export async function verifyMessage(message: SignedMessage, signatures: string, secret: Secrets): Promise<boolean> {
  const text = messageBytes(message);
  const secrets = checkedSecrets(secret);
  const macs = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice(3)));
  return anySecret(secrets, async (one) => {
    const matches = macs.map(async (mac) => mac !== undefined && (await verify(standardKey(one), mac, text)));
    return (await Promise.all(matches)).includes(true);
  });
}

/** The value of `webhook-signature` for a message. For tests of your receiver. */
export async function signMessage(message: SignedMessage, secret: string): Promise<string> {
  const [key = ''] = checkedSecrets(secret);
  return `v1,${toBase64(await sign(standardKey(key), messageBytes(message)))}`;
}

async function anySecret(secrets: string[], holds: (one: string) => Promise<boolean>): Promise<boolean> {
  const results = await Promise.all(secrets.map(holds));
  return results.includes(true);
}

function messageBytes({ id, timestamp, body }: SignedMessage): Bytes {
  const head = toBytes(`${id}.${timestamp}.`);
  const rest = toBytes(body);
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}

/**
 * After `whsec_`, the secret is the base64-encoded key, as the Standard Webhooks scheme defines. Any other secret is
 * used as the key itself, as for `X-Service-Signature`.
 */
function standardKey(secret: string): Bytes {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return (encoded && fromBase64(encoded)) || toBytes(secret);
}

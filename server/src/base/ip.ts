import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The canonical form of an address: shortest IPv6; mapped and NAT64 addresses as IPv4. Undefined if it is not an
 * address or has a zone.
 */
export function canonicalIp(text: string): string | undefined {
  if (isIPv4(text)) return text;
  if (!isIP(text) || text.includes('%')) return undefined;
  const written = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(written) ?? [];
  if (high === undefined || low === undefined) return written;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: a client usually has a whole /64. */
export function networkOf(address: string): string {
  const ip = canonicalIp(address) ?? address;
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16))
    .join(':');
}

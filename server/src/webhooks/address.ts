import { BlockList, isIP } from 'node:net';
import { canonicalIp } from '../base/ip.ts';

/** Decides which addresses a webhook may reach. */
export interface AddressRule {
  allows(address: string): boolean;
}

// Everything that the IANA special-purpose registries do not list as globally reachable.
const NOT_PUBLIC_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

// Special ranges inside 2000::/3: Teredo, benchmarking, ORCHID, documentation, 6to4. Everything outside 2000::/3 is
// blocked.
const NOT_PUBLIC_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** Allows public addresses and the networks in `WEBHOOK_ALLOW_NETWORKS`. */
export function publicAddresses(allowedNetworks: string[]): AddressRule {
  const allowed = new BlockList();
  for (const network of allowedNetworks) {
    const [address = '', bits] = network.split('/');
    allowed.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return {
    allows(raw) {
      const address = canonicalIp(raw);
      if (address === undefined) return false;
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (allowed.check(address, family)) return true;
      if (family === 'ipv4') return !deniedV4.check(address, 'ipv4');
      return globalUnicast.check(address, 'ipv6') && !deniedV6.check(address, 'ipv6');
    },
  };
}

const deniedV4 = blockList(NOT_PUBLIC_V4, 'ipv4');
const deniedV6 = blockList(NOT_PUBLIC_V6, 'ipv6');
const globalUnicast = blockList([['2000::', 3]], 'ipv6');

function blockList(networks: [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, family);
  return list;
}

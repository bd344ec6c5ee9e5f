import { expect, test } from 'vitest';
import { publicAddresses } from './address.ts';

const addresses = publicAddresses([]);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fe80::1%eth0',
  '4000::1',
  'not an address',
  '',
])('%s is not public', (address) => {
  expect(addresses.allows(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
])('%s is public', (address) => {
  expect(addresses.allows(address)).toBe(true);
});

test('networks allowed by the operator are allowed, and nothing else', () => {
  const some = publicAddresses(['10.1.0.0/16', 'fd00::/8']);
  expect(
    ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '10.2.0.1', '127.0.0.1'].map((address) => some.allows(address)),
  ).toEqual([true, true, true, false, false]);
});

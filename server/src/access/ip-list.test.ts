import { expect, test } from 'vitest';
import { ipRuleProblem, isIpAllowed, parseNetworks } from './ip-list.ts';

const rules = ['203.0.113.7', '198.51.100.0/24', '2001:db8::1', '::ffff:192.0.2.9'];

test.each([
  ['203.0.113.7', true],
  ['::ffff:203.0.113.7', true],
  ['::FFFF:cb00:7107', true],
  ['198.51.100.255', true],
  ['198.51.101.0', false],
  ['2001:0DB8:0:0::1', true],
  ['2001:db8::2', false],
  ['192.0.2.9', true],
  ['0203.0.113.7', false],
  ['3405803783', false],
  ['', false],
  ['fe80::1%eth0', false],
  ['203.0.113.7, 6.6.6.6', false],
])('%s is allowed: %s', (ip, expected) => {
  expect(isIpAllowed(rules, ip)).toBe(expected);
});

test.each([
  '010.0.0.1',
  '1.2.3',
  '1.2.3.4/33',
  '*',
  'localhost',
  '1.2.3.4/',
  '::1%lo',
  '1.2.3.0/24/1',
  ' ',
  '1.2.3.4/-1',
])('"%s" is no rule', (rule) => {
  expect(ipRuleProblem(rule)).toMatch(/^must be/);
});

test('an IPv6 range is refused by name', () => {
  expect(ipRuleProblem('2001:db8::/32')).toBe('IPv6 ranges are not supported');
  for (const rule of rules) expect(ipRuleProblem(rule)).toBeUndefined();
});

test('a list is judged by its own rules, however many others were asked before', () => {
  for (let i = 0; i < 2_500; i++) {
    const address = `10.0.${i >> 8}.${i & 255}`;
    expect([isIpAllowed([address], address), isIpAllowed([address], '10.9.9.9')]).toEqual([true, false]);
  }
  expect(isIpAllowed(['10.0.0.0'], '10.0.0.0')).toBe(true);
  expect(isIpAllowed(['10.0.0.1', '10.0.0.0/31'], '10.0.0.0')).toBe(true);
});

test('a setting of networks is read, or the operator is told which one is wrong', () => {
  expect(parseNetworks('X', ' 10.0.0.0/8, fd00::/8 ,')).toEqual(['10.0.0.0/8', 'fd00::/8']);
  for (const text of ['1', 'true', '10.0.0.1', '10.0.0.0/33', 'a/8']) {
    expect(() => parseNetworks('TRUST_PROXY', text)).toThrow(`"${text}" is not a network`);
  }
});

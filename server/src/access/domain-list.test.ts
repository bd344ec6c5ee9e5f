import { expect, test } from 'vitest';
import { domainRuleProblem, isDomainAllowed, requestDomain } from './domain-list.ts';

const rules = ['example.com', '*.acme.io', 'app.bücher.example'];

test.each([
  [{ origin: 'https://example.com' }, true],
  [{ origin: 'https://EXAMPLE.com:8443' }, true],
  [{ origin: 'https://example.com.' }, true],
  [{ origin: 'https://www.example.com' }, false],
  [{ origin: 'https://evilexample.com' }, false],
  [{ origin: 'https://example.com.evil.io' }, false],
  [{ origin: 'https://a.acme.io' }, true],
  [{ origin: 'https://a.b.acme.io' }, true],
  [{ origin: 'https://acme.io' }, false],
  [{ origin: 'https://evilacme.io' }, false],
  [{ origin: 'https://app.xn--bcher-kva.example' }, true],
  [{ origin: 'null' }, false],
  [{ origin: 'null', referer: 'https://example.com/x' }, false],
  [{ referer: 'https://example.com/x?y' }, true],
  [{ origin: 'file://' }, false],
  [{ origin: 'chrome-extension://example.com' }, false],
  [{ origin: '' }, false],
  [{ origin: 'https://example.com@evil.io' }, false],
])('%j is allowed: %s', (headers, expected) => {
  const domain = requestDomain(headers);
  expect(domain !== undefined && isDomainAllowed(rules, domain)).toBe(expected);
});

test('without Origin and Referer it is not a browser request', () => {
  expect(requestDomain({})).toBeUndefined();
});

test.each(['*.com', '*', '*.*.a.com', 'http://a.com', 'a.com/x', 'a.com:80', '1.2.3.4', '', '*.co.uk', '*.github.io'])(
  '"%s" is no rule',
  (rule) => {
    expect(domainRuleProblem(rule)).toMatch(/^must/);
  },
);

test('accepts domains, subdomains and wildcards as rules', () => {
  for (const rule of [...rules, 'localhost', '*.a.co.uk']) expect(domainRuleProblem(rule)).toBeUndefined();
});

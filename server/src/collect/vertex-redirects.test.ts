import { expect, test } from 'vitest';
import type { Answer } from './platform.ts';
import { createRedirectResolver, type RedirectOptions, withResolvedPages } from './vertex-redirects.ts';

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/abc';

/** A resolver that gets this location, and the URLs it requested. */
function given(location: string | undefined | 'never') {
  const asked: string[] = [];
  const fetch: RedirectOptions['fetch'] = async (url, { redirect, signal }) => {
    asked.push(url);
    expect(redirect).toBe('manual');
    if (location === 'never')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    return { headers: new Headers(location ? { location } : {}), body: null };
  };
  return { asked, resolve: createRedirectResolver({ fetch, timeoutMs: 10 }) };
}

test('a redirect is resolved with one request, and the target page is not fetched', async () => {
  const { asked, resolve } = given('https://acme.io/boards');
  expect(await Promise.all([resolve(REDIRECT), resolve(REDIRECT)])).toEqual(Array(2).fill('https://acme.io/boards'));
  expect(await resolve(REDIRECT)).toBe('https://acme.io/boards');
  expect(asked).toEqual([REDIRECT]);
});

test.each([
  'http://vertexaisearch.cloud.google.com/grounding-api-redirect/abc',
  'https://vertexaisearch.cloud.google.com.evil.example/grounding-api-redirect/abc',
  'https://vertexaisearch.cloud.google.com:8443/abc',
  'https://acme.io/',
  'http://169.254.169.254/latest',
  'nonsense',
])('no other host is ever contacted: %s', async (url) => {
  const { asked, resolve } = given('https://acme.io/');
  expect(await resolve(url)).toBeUndefined();
  expect(asked).toEqual([]);
});

test.each([undefined, '/relative', 'javascript:alert(1)', REDIRECT, 'never'])(
  'a redirect without a target is undefined: %s',
  async (location) => {
    const { asked, resolve } = given(location);
    expect(await resolve(REDIRECT)).toBeUndefined();
    expect(await resolve(REDIRECT)).toBeUndefined();
    expect(asked).toEqual([REDIRECT]);
  },
);

test('an answer gets pages instead of redirects, separately for cited and retrieved', async () => {
  const { resolve } = given('https://acme.io/boards');
  const other = { url: 'https://zento.example/', title: 'Zento' };
  const answer = {
    cited: [{ url: REDIRECT, title: 'acme.io', spans: [[0, 4]] }],
    retrieved: [other],
  } as unknown as Answer;
  expect(await withResolvedPages(answer, resolve)).toEqual({
    cited: [{ url: 'https://acme.io/boards', title: 'acme.io', spans: [[0, 4]] }],
    retrieved: [other],
  });
});

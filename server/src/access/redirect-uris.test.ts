import { expect, test } from 'vitest';
import { isRedirectUri, isRegisteredRedirect } from './redirect-uris.ts';

test.each([
  ['https://claude.ai/api/mcp/auth_callback', true],
  ['http://localhost:33418/callback', true],
  ['http://127.0.0.1/callback', true],
  ['http://[::1]:80/callback', true],
  ['cursor://anysphere.cursor-retrieval/oauth/callback', true],
  ['vscode://saoudrizwan.claude-dev/mcp-auth/callback', true],
  ['windsurf://oauth/callback', true],
  ['warp://mcp/oauth2callback', true],
  ['com.example.app:/oauth', true],
  ['mailto:someone@example.com', false],
  ['ms-msdt:/id', false],
  ['search-ms:query=a', false],
  ['chrome://settings', false],
  ['tel:1', false],
  ['http://example.com/callback', false],
  ['http://localhost.example.com/callback', false],
  ['http://user@localhost/callback', false],
  ['https://example.com/#fragment', false],
  ['https://example.com/\u0000', false],
  ['javascript:alert(1)', false],
  ['data:text/html,hello', false],
  ['/callback', false],
  [`https://example.com/${'a'.repeat(512)}`, false],
])('%s may be registered: %s', (uri, isAllowed) => {
  expect(isRedirectUri(uri)).toBe(isAllowed);
});

test('a redirect must be registered; on the own machine the port is free', () => {
  const registered = ['https://claude.ai/callback', 'http://localhost:1234/callback'];
  const allowed = (uri: string) => isRegisteredRedirect(registered, uri);
  expect(allowed('https://claude.ai/callback')).toBe(true);
  expect(allowed('http://localhost:4321/callback')).toBe(true);
  for (const other of [
    'https://claude.ai/callback2',
    'https://claude.ai:444/callback',
    'http://localhost:4321/other',
  ]) {
    expect(allowed(other)).toBe(false);
  }
  expect(allowed('http://127.0.0.1:1234/callback')).toBe(false);
});

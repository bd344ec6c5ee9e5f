import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

test.each([
  ['/', '/'],
  ['/keywords', '/keywords'],
  ['/keywords/kw_1', '/keywords'],
  ['/settings/webhooks/wh_1/deliveries/dlv_1', '/settings/webhooks'],
  ['/answers/ans_1', '/'],
  ['/keywordsome', '/'],
])('%s belongs to the page %s', (path, page) => {
  expect(pageOf(path)).toBe(page);
});

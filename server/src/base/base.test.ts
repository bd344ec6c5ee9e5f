import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeId, timeOfId } from './id.ts';
import { loop } from './loop.ts';
import { parseUrl } from './parse-url.ts';
import { createSecretsBox } from './secrets-box.ts';
import { addDays, daysBetween, isoSeconds } from './time.ts';

test('ids have the documented form, differ, and sort by time', () => {
  const ids = Array.from({ length: 2_000 }, () => makeId('kw', 1_700_000_000_000));
  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^kw_[0-9a-hjkmnp-tv-z]{26}$/);
  const times = [0, 1, 1_000, 1_700_000_000_000, 4_102_444_800_000];
  const byTime = times.map((time) => makeId('evt', time));
  expect([...byTime].sort()).toEqual(byTime);
  expect(byTime.map((id) => timeOfId(id).getTime())).toEqual(times);
});

test('an encrypted value can only be decrypted in its own row, with its own key, and unchanged', () => {
  const box = createSecretsBox(randomBytes(32));
  const sealed = box.seal('secret ✓', 'wh_1');
  expect(box.open(sealed, 'wh_1')).toBe('secret ✓');
  expect(sealed.includes('secret')).toBe(false);
  expect(() => box.open(sealed, 'wh_2')).toThrow();
  expect(() => createSecretsBox(randomBytes(32)).open(sealed, 'wh_1')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => box.open(sealed, 'wh_1')).toThrow();
});

test('a host with an umlaut is still valid after hundreds of thousands of URLs', () => {
  const addresses = Array.from({ length: 300_000 }, () => 'https://bücher.example/');
  expect(addresses.filter((address) => parseUrl(address)?.hostname !== 'xn--bcher-kva.example')).toEqual([]);
  expect(parseUrl('https://[')).toBeUndefined();
});

test('times are whole seconds in UTC, and days are counted across clock changes and leap days', () => {
  expect(isoSeconds(new Date('2026-01-31T23:59:59.999Z'))).toBe('2026-01-31T23:59:59Z');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
});

test('a loop continues immediately while there is work, survives errors, and stops on abort', async () => {
  const stopping = new AbortController();
  const errors: unknown[] = [];
  let passes = 0;
  const pass = async () => {
    passes++;
    if (passes === 3) throw new Error('once');
    if (passes === 5) stopping.abort();
    return 1;
  };
  await loop(pass, { idleMs: 1, signal: stopping.signal, onError: (error) => errors.push(error) });
  expect([passes, errors.length]).toEqual([5, 1]);
});

import { expect, test } from 'vitest';
import { base32, stepOfCode, totpCode, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30), 8)).toBe(code);
});

test('a code is valid in its step and the two beside it', () => {
  const code = totpCode(secret, 100);
  const at = (step: number) => stepOfCode(secret, code, step * 30_000);
  expect([98, 99, 100, 101, 102].map(at)).toEqual([undefined, 100, 100, 100, undefined]);
  expect(stepOfCode(secret, `${code}0`, 3_000_000)).toBeUndefined();
});

// RFC 4648, section 10.
test('base 32 of fooba is MZXW6YTB', () => {
  expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB');
});

test('the address holds the secret and the person', () => {
  expect(totpUri(secret, 'ann@example.com')).toBe(
    'otpauth://totp/Visibility%3Aann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Visibility',
  );
});

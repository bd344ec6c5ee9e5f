import { expect, test } from 'vitest';
import { makeId } from '../base/id.ts';
import { generateKey, isKeyShaped } from './api-key.ts';
import {
  areCredentialsShaped,
  generateClientSecret,
  generateToken,
  isTokenShaped,
  shownTokenPrefix,
} from './oauth-secrets.ts';

test('tokens, client secrets and keys are never confused', () => {
  for (const mode of ['live', 'test'] as const) {
    const [key, token, secret] = [generateKey(mode), generateToken(mode), generateClientSecret(mode)];
    expect(token).toMatch(new RegExp(`^svc_${mode}_at_[0-9A-Za-z]{36}$`));
    expect([key, token, secret].map(isKeyShaped)).toEqual([true, false, false]);
    expect([key, token, secret].map(isTokenShaped)).toEqual([false, true, false]);
    const clientId = makeId('oac');
    const accepted = [key, token, secret].map((text) => areCredentialsShaped({ clientId, secret: text }));
    expect(accepted).toEqual([false, false, true]);
  }
});

test('the checksum detects any single wrong character of a token', () => {
  const token = generateToken('live');
  for (let i = 0; i < token.length; i++) {
    expect(isTokenShaped(token.slice(0, i) + (token[i] === 'x' ? 'y' : 'x') + token.slice(i + 1))).toBe(false);
  }
  expect(shownTokenPrefix('svc_test_at_abcdefgh')).toBe('svc_test_at_abcd');
});

test('an id that the database cannot store is not an id', () => {
  const secret = generateClientSecret('live');
  const clientId = makeId('oac');
  expect(areCredentialsShaped({ clientId, secret })).toBe(true);
  for (const wrong of ['', 'oac_', `${clientId}\0`, `${clientId}\n`, clientId.toUpperCase(), makeId('key')]) {
    expect(areCredentialsShaped({ clientId: wrong, secret })).toBe(false);
  }
});

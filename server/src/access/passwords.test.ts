import { expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';
import { createPasswords } from './passwords.ts';

test('a password matches its hash and nothing else does', async () => {
  const passwords = createPasswords({ logCost: 10 });
  const stored = await passwords.hash('correct horse battery');
  expect(await passwords.matches('correct horse battery', stored)).toBe(true);
  expect(await passwords.matches('correct horse batterY', stored)).toBe(false);
  expect(await passwords.matches('correct horse battery', undefined)).toBe(false);
  expect(await passwords.hash('correct horse battery')).not.toBe(stored);
});

test('passwords are hashed with 2^17 rounds; a cheaper hash still matches and is known to be outdated', async () => {
  const passwords = createPasswords();
  expect(await passwords.hash('correct horse battery')).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
  const cheap = await createPasswords({ logCost: 10 }).hash('correct horse battery');
  expect(await passwords.matches('correct horse battery', cheap)).toBe(true);
  expect(passwords.isOutdated(cheap)).toBe(true);
  expect(passwords.isOutdated(await passwords.hash('another password'))).toBe(false);
});

test('two passwords are hashed at once, fifty wait, and the rest is told to come back', async () => {
  const passwords = createPasswords({ logCost: 12 });
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches('guess', undefined)));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(refused).toEqual(Array(8).fill('Too many people are signing in right now. Try again in a few seconds.'));
  expect(await passwords.matches('guess', undefined)).toBe(false);
});

test('a hash that cannot be read is an error, not a wrong password', async () => {
  await expect(createPasswords().matches('guess', 'plain')).rejects.toThrow('A stored password hash is invalid');
});

test.each([
  ['ten letter', undefined],
  ['🔑🔑🔑🔑🔑🔑🔑🔑🔑x', undefined],
  ['🔑🔑🔑🔑🔑🔑🔑🔑x', 'must have at least 10 characters'],
  ['nine char', 'must have at least 10 characters'],
  ['ｐａｓｓｗｏｒｄ１２３', 'is too common. Choose another one'],
  ['x9'.repeat(100), undefined],
  [`${'x9'.repeat(100)}x`, 'must have at most 200 characters'],
  ['ann@example.com', 'must not be the email'],
])('%s: %s', (password, problem) => {
  expect(passwordProblem(password, 'ann@example.com')).toBe(problem);
});

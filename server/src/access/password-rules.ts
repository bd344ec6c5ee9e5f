import { normalized } from './passwords.ts';

const LEAST = 10;
const MOST = 200;

/** The problem with a new password, or undefined. Only length and commonness matter, not the kind of characters. */
export function passwordProblem(password: string, email: string): string | undefined {
  const chosen = normalized(password);
  const length = [...chosen].length;
  if (length < LEAST) return `must have at least ${LEAST} characters`;
  if (length > MOST) return `must have at most ${MOST} characters`;
  const folded = chosen.toLowerCase();
  if (folded === email) return 'must not be the email';
  if (COMMON.has(folded) || new Set(folded).size === 1) return 'is too common. Choose another one';
  return undefined;
}

// Common leaked passwords with ten or more characters, and those based on the product name.
const COMMON = new Set([
  '0123456789',
  '0987654321',
  '1111122222',
  '1122334455',
  '1234567890',
  '12345678910',
  '123456789a',
  '1234567891',
  '123123123123',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  '9876543210',
  'abcdefghij',
  'abcd1234567',
  'administrator',
  'basketball',
  'changeme123',
  'computer123',
  'football123',
  'iloveyou123',
  'letmein123',
  'liverpool1',
  'password12',
  'password123',
  'password1234',
  'password123!',
  'passwordpassword',
  'q1w2e3r4t5',
  'qazwsxedcrfv',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'qwertzuiop',
  'secret1234',
  'sunshine123',
  'superman123',
  'visibility',
  'visibility1',
  'visibility123',
  'welcome123',
]);

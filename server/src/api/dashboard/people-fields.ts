import { z } from 'zod';

/** The email entered at sign-in. Its format is not checked, so that every wrong email gets the same response. */
export const typedEmail = z.string().trim().toLowerCase().min(1).max(254);
/** Longer than any valid password, so that every wrong password gets the same response. */
export const typedPassword = z.string().min(1).max(1000);
/** A code of an authenticator app, or a recovery code. */
export const typedCode = z.string().min(1).max(100);
export const newEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('must be an email address such as ann@example.com'));
/** The rules need the email: see `password-rules.ts`. */
export const newPassword = z.string().max(1000);
export const personName = z.string().trim().max(100);

/** An id that cannot be stored cannot exist. */
export function isIdOf(prefix: string, id: string | undefined): id is string {
  return id !== undefined && new RegExp(`^${prefix}_[0-9a-z]{26}$`).test(id);
}

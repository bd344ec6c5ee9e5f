import { z } from 'zod';

/** The email entered at sign-in. Its form is not checked: the reply to a wrong one is always the same. */
export const typedEmail = z.string().trim().toLowerCase().min(1).max(254);
/** Longer than any that can be set, so that the answer to a wrong one is always the same. */
export const typedPassword = z.string().min(1).max(1000);
export const newEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('must be an email address such as ann@example.com'));
/** Its rules need the email: `password-rules.ts`. */
export const newPassword = z.string().max(1000);
export const personName = z.string().trim().max(100);

/** An id that cannot be stored cannot exist: no question to the database can find it. */
export function isIdOf(prefix: string, id: string | undefined): id is string {
  return id !== undefined && new RegExp(`^${prefix}_[0-9a-z]{26}$`).test(id);
}

import { z } from 'zod';
import { timestamp } from '../../v1/schemas.ts';
import { signedIn } from './account.ts';

/** A link that shows one page without sign-in. */
export const shareLink = z.strictObject({
  link_id: z.string(),
  name: z.string(),
  page: z.string(),
  filters: z.string(),
  created_by: z.string().nullable(),
  created_by_member_id: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  status: z.enum(['active', 'expired', 'revoked']),
  last_used_at: timestamp.nullable(),
});

/** The URL is only in the response to its creation: its token is not stored. */
export const newShareLink = shareLink.extend({ url: z.string() });

/** What the visitor of a link sees. */
export const sharedView = z.strictObject({
  account_name: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'test']),
  page: z.string(),
  filters: z.string(),
  expires_at: timestamp,
  ...signedIn.pick({ platform_names: true, sandbox: true }).shape,
});

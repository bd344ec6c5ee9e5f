import { oneOf, viewOf } from '../../base/view.ts';

export const SUBJECTS = {
  key: 'API keys',
  oauth_client: 'OAuth clients',
  token: 'OAuth tokens',
  sign_in: 'Sign-ins',
  session: 'Sessions',
  account: 'Account',
  password: 'Passwords',
  member: 'Members',
  invitation: 'Invitations',
  share_link: 'Share links',
  brand: 'Brand',
  platform_key: 'Platform keys',
} as const;

export const parseAuditView = viewOf({ about: oneOf(Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]) });

export type AuditView = ReturnType<typeof parseAuditView>;

import { readOneOf, readText, readWhole, type View } from '../../base/view.ts';

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

export type Subject = keyof typeof SUBJECTS;

export interface AuditView extends View {
  about?: Subject | undefined;
}

export function readSubject(value: unknown): Subject | undefined {
  return readOneOf(value, Object.keys(SUBJECTS) as Subject[]);
}

export function parseAuditView(search: Record<string, unknown>): AuditView {
  return { about: readSubject(search.about), q: readText(search.q), page: readWhole(search.page, 2, 1_000_000) };
}

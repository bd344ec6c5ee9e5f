import type { ItemOf } from '@visibility/server/contract';
import { own } from '../../../../server/src/base/own.ts';

export type AuditEntry = ItemOf<'GET /audit'>;

const ACTIONS: Record<string, string> = {
  'key.created': 'Created the API key',
  'key.changed': 'Changed the API key',
  'key.revoked': 'Revoked the API key',
  'oauth_client.created': 'Created the OAuth client',
  'oauth_client.revoked': 'Revoked the OAuth client',
  'assistant.connected': 'Connected the assistant',
  'token.revoked': 'Revoked a token for',
  'sign_in.succeeded': 'Signed in as',
  'sign_in.failed': 'Failed to sign in as',
  'session.ended': 'Ended a session for',
  'account.claimed': 'Set email and password for',
  'password.changed': 'Changed the password for',
  'identity.linked': 'Linked single sign-on to',
  'two_factor.enabled': 'Turned on two-factor authentication for',
  'two_factor.disabled': 'Turned off two-factor authentication for',
  'recovery_code.used': 'Used a recovery code for',
  'member.changed': 'Changed the member',
  'member.invited': 'Invited',
  'member.joined': 'Joined as',
  'member.removed': 'Removed the member',
  'invitation.revoked': 'Revoked the invitation for',
  'share_link.created': 'Created the share link',
  'share_link.revoked': 'Revoked the share link',
  'share_link.opened': 'Opened the share link',
  'brand.changed': 'Changed the brand',
  'platform.added': 'Added the platform',
  'platform.removed': 'Removed the platform',
  'retention.changed': 'Changed the retention of the',
  'review.dismissed': 'Dismissed',
  'review.restored': 'Restored',
  'platform_key.set': 'Set the platform key for',
  'platform_key.removed': 'Removed the platform key for',
  'source_type.set': 'Set the source type of',
  'source_type.removed': 'Reset the source type of',
};

/** The action and the name of its subject, if it has one. */
export function actionWords({ action, subject_name: name }: Pick<AuditEntry, 'action' | 'subject_name'>) {
  if (action === 'sign_in.succeeded' && name === 'link') return { words: 'Signed in with a link', name: '' };
  if (action === 'session.ended' && name === 'link') return { words: 'Ended a session opened with a link', name: '' };
  return { words: own(ACTIONS, action) ?? action, name };
}

/** Splits `dashboard:ann@example.com` into name and origin. */
export function actorWords(actor: string): { name: string; by: string } {
  const [, place, name] = /^(dashboard|key|oauth|share):(.*)$/s.exec(actor) ?? [];
  if (name === undefined) return { name: actor.charAt(0).toUpperCase() + actor.slice(1), by: '' };
  if (place === 'key') return { name, by: 'API key' };
  if (place === 'oauth') return { name, by: 'OAuth client' };
  if (place === 'share') return { name: 'Visitor', by: `share link ${name}` };
  return name.includes('@') ? { name, by: 'in the dashboard' } : { name: 'One-time link', by: `session ${name}` };
}

/** `name: “a” → “b”`. Empty lists are shown as `none`. */
export function changeWords(changes: Record<string, { from: unknown; to: unknown }>): string[] {
  return Object.entries(changes).map(
    ([field, { from, to }]) => `${field.replaceAll('_', ' ')}: ${valueWords(from)} → ${valueWords(to)}`,
  );
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}

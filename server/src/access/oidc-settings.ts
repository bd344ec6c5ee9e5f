import type { Role } from '../store/accounts/members.ts';

/** How people sign in with an identity provider. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which PKCE protects. */
  clientSecret: string | undefined;
  /** Shown on the button. */
  name: string;
  scopes: string;
  /** The claim that says whether the email is verified. */
  verifiedClaim: string;
  groupsClaim: string;
  /** Empty: any domain. */
  allowedDomains: string[];
  /** Roles by group; `*` is everyone. Empty: groups are ignored, and people join by invitation. */
  roles: Map<string, Role>;
  /** Whether passwords are refused. */
  isRequired: boolean;
}

const RANKED: Role[] = ['owner', 'member', 'viewer'];

/** `admins=owner,staff=member,*=viewer`. Undefined if it cannot be read. */
export function parseRoles(text: string): Map<string, Role> | undefined {
  const roles = new Map<string, Role>();
  for (const pair of listOf(text)) {
    // The last `=`: distinguished names such as cn=admins contain others.
    const place = pair.lastIndexOf('=');
    const group = pair.slice(0, place).trim();
    const role = RANKED.find((one) => one === pair.slice(place + 1).trim());
    if (place < 1 || group === '' || role === undefined) return undefined;
    roles.set(group, role);
  }
  return roles;
}

/** The highest role of the groups. Undefined if none has one. */
export function roleOf(roles: Map<string, Role>, groups: string[]): Role | undefined {
  const given = new Set(['*', ...groups].map((group) => roles.get(group)));
  return RANKED.find((role) => given.has(role));
}

/** The values between commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

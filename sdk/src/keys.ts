/** What the dashboard shows under Settings → API Keys. The full key is only in the answer to its making. */
export interface ApiKey {
  key_id: string;
  name: string;
  /** The type and four characters: enough to tell keys apart. */
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  status: 'active' | 'revoked';
  mode: 'live' | 'test';
  scopes: ('read' | 'write')[];
  expires_at: string | null;
  expired: boolean;
  allowed_ips: string[];
  allowed_domains: string[];
  /** A member's name or email, `command line`, `server` or `sign-in link`; null if it is not known. */
  created_by: string | null;
  /** Null when it was not a member, or the member was removed. */
  created_by_member_id: string | null;
}

export interface OauthClient {
  client_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  status: 'active' | 'revoked';
  mode: 'live' | 'test';
  scopes: ('read' | 'write')[];
  allowed_ips: string[];
  allowed_domains: string[];
  /** A member's name or email, `command line`, `server` or `sign-in link`; null if it is not known. */
  created_by: string | null;
  /** Null when it was not a member, or the member was removed. */
  created_by_member_id: string | null;
}

/** Who did what to which key, OAuth client, token, session or member. */
export interface AuditEntry {
  at: string;
  /** `command line`, `server`, `dashboard:<e-mail or session>`, `sign-in` or `oauth:<client id>`. */
  actor: string;
  /** `key.created`, `key.changed`, `oauth_client.revoked`, `sign_in.failed`, `member.invited`, … */
  action: string;
  subject_id: string;
  subject_name: string;
  subject_prefix: string | null;
  changes: Record<string, { from: unknown; to: unknown }> | null;
  address: string | null;
}

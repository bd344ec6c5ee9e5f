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
}

/** Who did what to which key, OAuth client or token. */
export interface AuditEntry {
  at: string;
  /** `command line`, `server`, `dashboard:<session>` or `oauth:<client id>`. */
  actor: string;
  /** `key.created`, `key.changed`, `key.revoked`, `oauth_client.created`, `oauth_client.revoked`, `token.revoked`. */
  action: string;
  subject_id: string;
  subject_name: string;
  subject_prefix: string | null;
  changes: Record<string, { from: unknown; to: unknown }> | null;
  address: string | null;
}

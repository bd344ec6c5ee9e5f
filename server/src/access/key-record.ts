import { isoSeconds } from '../base/time.ts';
import type { ApiKey } from '../store/accounts/api-keys.ts';
import type { AuditEntry } from '../store/accounts/audit.ts';
import type { OauthClient } from '../store/accounts/oauth-clients.ts';

/** A key as the dashboard and the command line show it. */
export function keyRecord(key: ApiKey) {
  return {
    key_id: key.keyId,
    name: key.name,
    prefix: key.prefix,
    created_at: isoSeconds(key.createdAt),
    last_used_at: key.lastUsedAt ? isoSeconds(key.lastUsedAt) : null,
    status: key.status,
    mode: key.mode,
    scopes: key.scopes,
    expires_at: key.expiresAt ? isoSeconds(key.expiresAt) : null,
    expired: key.expired,
    allowed_ips: key.allowedIps,
    allowed_domains: key.allowedDomains,
    created_by: key.createdBy ?? null,
    created_by_member_id: key.createdByMember ?? null,
  };
}

export function clientRecord(client: OauthClient) {
  return {
    client_id: client.clientId,
    name: client.name,
    created_at: isoSeconds(client.createdAt),
    last_used_at: client.lastUsedAt ? isoSeconds(client.lastUsedAt) : null,
    status: client.status,
    mode: client.mode,
    scopes: client.scopes,
    allowed_ips: client.allowedIps,
    allowed_domains: client.allowedDomains,
    is_assistant: client.appId !== undefined,
    created_by: client.createdBy ?? null,
    created_by_member_id: client.createdByMember ?? null,
  };
}

export function auditRecord(entry: AuditEntry) {
  return {
    at: isoSeconds(entry.at),
    actor: entry.actor,
    action: entry.action,
    subject_id: entry.subjectId,
    subject_name: entry.subjectName,
    subject_prefix: entry.subjectPrefix ?? null,
    changes: entry.changes ?? null,
    address: entry.address ?? null,
  };
}

alter table members drop constraint members_role;
alter table members add constraint members_role check (role in ('owner', 'member', 'viewer'));
alter table invitations drop constraint invitations_role;
alter table invitations add constraint invitations_role check (role in ('owner', 'member', 'viewer'));
-- Null: sent before this was recorded.
alter table invitations add column invited_by text references members on delete set null;

-- created_by: the actor as the audit log writes it; null if it is not known. It stays when the member is removed.
alter table api_keys add column created_by text;
alter table api_keys add column created_by_member text references members on delete set null;
alter table oauth_clients add column created_by text;
alter table oauth_clients add column created_by_member text references members on delete set null;
create index api_keys_by_creator on api_keys (created_by_member) where created_by_member is not null;
create index oauth_clients_by_creator on oauth_clients (created_by_member) where created_by_member is not null;

update api_keys k
set created_by = a.actor,
    created_by_member = (
      select m.member_id
      from members m
      where m.account_id = a.account_id
        and 'dashboard:' || m.email = a.actor
        and m.created_at <= a.at)
from audit_log a
where a.subject_id = k.key_id
  and a.action = 'key.created';

update oauth_clients c
set created_by = a.actor,
    created_by_member = (
      select m.member_id
      from members m
      where m.account_id = a.account_id
        and 'dashboard:' || m.email = a.actor
        and m.created_at <= a.at)
from audit_log a
where a.subject_id = c.client_id
  and a.action = 'oauth_client.created';

-- Attempts are counted per pair of email and network (an IPv4 address or an IPv6 /64), and per email in total.
-- known_until: this email signed in from this network, which keeps its limit while others guess.
alter table sign_in_failures rename column email_hash to subject_hash;
alter table sign_in_failures add column known_until timestamptz;

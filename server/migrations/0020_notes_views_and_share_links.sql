-- Days that people mark in the charts of a workspace.
create table annotations (
  workspace_id text not null references workspaces on delete cascade,
  annotation_id text not null,
  day date not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, annotation_id)
);
create index annotations_by_day on annotations (workspace_id, day);

-- Pages of the dashboard with their filters, as they are in its URLs.
create table saved_views (
  workspace_id text not null references workspaces on delete cascade,
  view_id text not null,
  name text not null,
  page text not null,
  filters text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, view_id),
  constraint saved_views_name unique (workspace_id, name)
);

-- Links that show one page to people who are not signed in. Only the hash of the token is stored.
create table share_links (
  workspace_id text not null references workspaces on delete cascade,
  link_id text not null,
  token_hash bytea not null unique,
  name text not null,
  page text not null,
  filters text not null,
  -- Removing a member ends the links they made. Null: made before the account had an owner.
  member_id text references members on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Requests in the hour that began with the first of them.
  hour_started_at timestamptz not null default now(),
  hour_requests integer not null default 0,
  primary key (workspace_id, link_id)
);
create index share_links_by_member on share_links (member_id);

create view bi.annotations with (security_barrier) as
select annotation_id, day, text, created_at
from public.annotations
where workspace_id = (select workspace_id from public.bi_roles where role_name = current_user);

grant select on bi.annotations to public;

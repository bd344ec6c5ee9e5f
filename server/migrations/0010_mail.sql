-- A letter's way: to whom, what it carries, when it is tried next, and what came of it.
alter table mail_outbox
  -- Null: the account's owner, whose address is looked up when the letter goes out.
  add column recipient text,
  -- The text as HTML, already escaped; null: made from the text when the letter goes out.
  add column html text,
  -- The page of the dashboard that the letter leads to, as a path.
  add column link text,
  -- {reportId, filename, contentType}: the file itself is fetched when the letter goes out.
  add column attachment jsonb,
  -- Tries that a mail server answered to, and tries that never got so far: those cost the letter nothing.
  add column tries integer not null default 0,
  add column troubles integer not null default 0,
  -- While somebody is sending it: when it counts as abandoned.
  add column next_try_at timestamptz not null default now(),
  add column lease_token uuid,
  add column failed_at timestamptz,
  add column last_error text,
  add constraint mail_outbox_one_end check (sent_at is null or failed_at is null);

create index mail_outbox_due on mail_outbox (next_try_at) where sent_at is null and failed_at is null;
create index mail_outbox_newest on mail_outbox (account_id, created_at);
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;

-- Counted at every scrape of the metrics.
create index webhook_lanes_paused on webhook_lanes (paused_until) where paused_until is not null;

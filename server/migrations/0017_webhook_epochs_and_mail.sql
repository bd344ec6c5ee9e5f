-- The lane is the row that everybody locks first, so the epoch it says is the webhook's of now, not that of the moment
-- before the waiting.
alter table webhook_lanes add column epoch integer not null default 0;
update webhook_lanes l set epoch = w.epoch from webhooks w where w.webhook_id = l.webhook_id;

-- Counted at every scrape of the metrics.
create index deliveries_cancelled on deliveries (delivery_id) where status = 'cancelled';

-- When the letter's last error was heard.
alter table mail_outbox add column tried_at timestamptz;

-- The day on which a letter to somebody else than the owner counts against what an account may send.
alter table mail_outbox add column counted_on date;
create index mail_outbox_counted on mail_outbox (counted_on, account_id) where counted_on is not null;

-- When a scheduled report is sent, and what its PDF looks like.
alter table reports
  -- Day of the week (1 is Monday) or of the month. Null: as soon as the period is over.
  add column send_day smallint,
  -- Local time in the time zone.
  add column send_time text not null default '00:00',
  add column time_zone text not null default 'UTC',
  -- Null: the default color.
  add column accent_color text,
  -- A PNG in base64.
  add column logo text;

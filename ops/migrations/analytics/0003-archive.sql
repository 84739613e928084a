-- Batches are read lane by lane; a lane holds every eighth partition.
create index telemetry_batch_lane on telemetry_batch ((partition & 7), transaction_id, position);
drop index telemetry_batch_order;
-- Finds the batches of an hour.
create index telemetry_batch_received on telemetry_batch using brin (received_at) with (pages_per_range = 16);

-- Hours (UTC) whose batches all stand in the archive. Of the stream, an hour holds what follows the end of the hour before
-- it up to this one's: when that stream was made (unix ms) and the number of its last message; null without a stream.
-- `inbox_batches`: how many batches of the inbox it has, all of which it must have before a day of the inbox goes.
create table telemetry_hour (
  hour timestamptz primary key,
  sealed_at timestamptz not null default now(),
  inbox_batches integer not null,
  stream_made bigint,
  stream_end bigint
);

-- The batches of an app that arrived in such an hour: a file of the store, what it holds, and the days of its events.
create table telemetry_archive (
  hour timestamptz not null,
  app_id uuid not null,
  key text not null,
  batches integer not null,
  events integer not null,
  bytes bigint not null,
  sha256 bytea not null,
  min_day date,
  max_day date,
  primary key (hour, app_id)
);
create index telemetry_archive_app on telemetry_archive (app_id, hour);

-- Up to when accepted batches were removed for good; what they brought stays in the figures.
create table telemetry_expired (
  one boolean primary key default true check (one),
  until timestamptz not null
);

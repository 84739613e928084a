-- Counters of one subject on one UTC day. `closes` of a story are group_closed events that name it.
create table daily_count (
  app_id uuid not null,
  scope text not null check (scope in ('app', 'instance', 'group', 'story')),
  subject_id uuid not null,
  day date not null,
  impressions bigint not null,
  clicks bigint not null,
  opens bigint not null,
  closes bigint not null,
  completes bigint not null,
  nexts bigint not null,
  prevs bigint not null,
  skips bigint not null,
  shares bigint not null,
  leaves bigint not null,
  watch_ms bigint not null,
  primary key (app_id, scope, subject_id, day)
) with (fillfactor = 80);

-- Distinct viewers on one UTC day: with an impression of the subject; scope `active`: with any event in the app.
create table daily_viewers (
  app_id uuid not null,
  scope text not null check (scope in ('app', 'instance', 'group', 'story', 'active')),
  subject_id uuid not null,
  day date not null,
  sketch bytea not null,
  primary key (app_id, scope, subject_id, day)
);

-- Batches that were counted; a repetition within eight days counts nothing.
create table telemetry_seen (
  instance_id uuid not null,
  batch_id uuid not null,
  seen_at timestamptz not null,
  primary key (instance_id, batch_id)
);
create index telemetry_seen_age on telemetry_seen (seen_at);

-- Where the aggregator stands in the inbox; moved by compare-and-set together with the rows above.
create table telemetry_checkpoint (
  name text primary key,
  transaction_id xid8 not null,
  position bigint not null
);
insert into telemetry_checkpoint values ('analytics', '0', 0);

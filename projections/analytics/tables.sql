-- Figures are kept by lane (an eighth of the instances, see #kernel/telemetry): what belongs to several instances, as
-- an app does, has a row for each lane, so that lanes are counted side by side without waiting for each other.

-- Counters of one subject on one UTC day. `closes` of a story are group_closed events that name it; `covers` are
-- bar_impression events that name a group. `watch_steps` of a story: how many story_left events ended in each of the 20
-- equal steps of its length; null while none did, and of everything else.
create table daily_count (
  app_id uuid not null,
  scope text not null check (scope in ('app', 'instance', 'group', 'story')),
  subject_id uuid not null,
  day date not null,
  lane smallint not null,
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
  ivod_views bigint not null,
  covers bigint not null,
  watch_steps int[],
  primary key (app_id, scope, subject_id, day, lane)
) with (fillfactor = 80);

-- Counters of an app by UTC hour.
create table hourly_count (
  app_id uuid not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  lane smallint not null,
  opens bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  primary key (app_id, day, hour, lane)
);

-- Counters of a group on one UTC day by the version of the app or of the SDK that sent them; `version` is empty where none
-- was sent. `other`: all versions beyond the first 200 of that day in the group's instance together.
create table daily_version (
  app_id uuid not null,
  group_id uuid not null,
  day date not null,
  kind text not null check (kind in ('app', 'sdk')),
  other boolean not null,
  version text not null,
  opens bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  completes bigint not null,
  leaves bigint not null,
  watch_ms bigint not null,
  primary key (app_id, group_id, day, kind, other, version)
);

-- The versions that are counted by themselves, of an instance and a UTC day: the first 200 of each kind.
create table version_day (
  instance_id uuid not null,
  day date not null,
  kind text not null,
  version text not null,
  primary key (instance_id, day, kind, version)
);

-- Distinct viewers on one UTC day: with an impression of the subject; scope `active`: with any event in the app.
-- `viewers` is what the sketch counts, so that the reach of a day needs no sketch. Kept unpacked, as below.
create table daily_viewers (
  app_id uuid not null,
  scope text not null check (scope in ('app', 'instance', 'group', 'story', 'active')),
  subject_id uuid not null,
  day date not null,
  lane smallint not null,
  viewers integer not null,
  sketch bytea not null,
  primary key (app_id, scope, subject_id, day, lane)
);
alter table daily_viewers alter column sketch set storage external;

-- The same over weeks (from Monday) and months that are over, and over the days up to the one that was over last, merged
-- from the days; complete where span_lane says so. Kept plain: unpacking one would be half of reading it.
create table span_viewers (
  app_id uuid not null,
  scope text not null,
  subject_id uuid not null,
  span text not null check (span in ('week', 'month', 'days28', 'days5')),
  starts date not null,
  lane smallint not null,
  sketch bytea not null,
  primary key (app_id, scope, subject_id, span, starts, lane)
);
alter table span_viewers alter column sketch set storage plain;
create table span_lane (
  span text not null,
  starts date not null,
  lane smallint not null,
  complete boolean not null,
  primary key (span, starts, lane)
);

-- Counters over the same periods, and the sum of each day's viewers: thirty days are a few rows.
create table span_count (
  app_id uuid not null,
  scope text not null,
  subject_id uuid not null,
  span text not null,
  starts date not null,
  lane smallint not null,
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
  ivod_views bigint not null,
  covers bigint not null,
  viewer_days bigint not null,
  primary key (app_id, scope, subject_id, span, starts, lane)
);

-- Every viewer of an account in a calendar month, with the days on which there was any event of theirs (bit 0: the 1st).
-- `billed_from`: the earliest of them with a batch that was not crowded; null while there is none, and then the viewer is
-- billed only for what an earlier month says.
create table account_viewer (
  account_id uuid not null,
  month date not null,
  viewer uuid not null,
  days integer not null,
  billed_from date,
  primary key (account_id, month, viewer)
);
create index account_viewer_crowded on account_viewer (account_id, month) where billed_from is null;

-- How many of them there are: a month's viewers without counting them. By the lane that saw them first.
create table account_month (
  account_id uuid not null,
  month date not null,
  lane smallint not null,
  viewers integer not null,
  primary key (account_id, month, lane)
);

-- What viewers answered to components, one row for each answer; viewer is null without consent. A report reads a story's in time.
create table answer (
  app_id uuid not null,
  group_id uuid not null,
  story_id uuid not null,
  day date not null,
  batch_id uuid not null,
  place smallint not null,
  at timestamptz not null,
  type text not null,
  component_id text not null,
  value text not null,
  account_id uuid not null,
  viewer uuid,
  primary key (app_id, story_id, at, batch_id, place)
);

-- Which answers viewers have given to components, and on which UTC day: only the first that the log has of one counts. Never
-- removed, since the batches are; as many rows as there are answers with a viewer, and none for whoever answers again.
create table first_answer (
  story_id uuid not null,
  component_id text not null,
  type text not null,
  viewer uuid not null,
  day date not null,
  primary key (story_id, component_id, type, viewer)
);

-- How often each component was seen and each of its values was answered on a UTC day; `value` is empty for an impression.
create table daily_answer (
  app_id uuid not null,
  group_id uuid not null,
  story_id uuid not null,
  day date not null,
  component_id text not null,
  type text not null,
  value text not null,
  answers bigint not null,
  primary key (app_id, story_id, day, component_id, type, value)
);

-- The same by type alone, of a story and of a group, so that the figures of a whole app are few rows.
create table daily_response (
  app_id uuid not null,
  scope text not null check (scope in ('group', 'story')),
  subject_id uuid not null,
  day date not null,
  type text not null,
  responses bigint not null,
  primary key (app_id, scope, subject_id, day, type)
);

-- Batches that were counted; a repetition within eight days counts nothing.
create table telemetry_seen (
  instance_id uuid not null,
  batch_id uuid not null,
  seen_at timestamptz not null,
  primary key (instance_id, batch_id)
);
create index telemetry_seen_age on telemetry_seen (seen_at);

-- How far each lane of each log is counted; moved by compare-and-set together with the rows above.
create table telemetry_checkpoint (
  source text not null check (source in ('postgres', 'jetstream')),
  lane smallint not null,
  transaction_id xid8 not null,
  position bigint not null,
  primary key (source, lane)
);
insert into telemetry_checkpoint
  select source, lane, '0', 0 from unnest(array['postgres', 'jetstream']) as source, generate_series(0, 7) as lane;

-- Accepted batches of the inbox that are not in the figures yet.
create view telemetry_uncounted as
  select b.* from public.telemetry_batch b
    join telemetry_checkpoint c on c.source = 'postgres' and c.lane = b.partition & 7
   where (b.transaction_id, b.position) > (c.transaction_id, c.position);

-- Kept beside the figures: what is of now, or of the ingest itself, and is not counted anew by a rebuild.

-- Who counts: a worker shows itself every second; a lane belongs to its owner until the given time.
create table telemetry_worker (
  id uuid primary key,
  seen_at timestamptz not null
);
create table telemetry_lane (
  lane smallint primary key,
  owner uuid,
  until timestamptz not null
);
insert into telemetry_lane select lane, null, '-infinity' from generate_series(0, 7) as lane;

-- What happened in an app minute by minute, by the events' own time; kept for the live stream.
create table live_minute (
  app_id uuid not null,
  minute timestamptz not null,
  group_id uuid not null,
  lane smallint not null,
  opens integer not null,
  impressions integer not null,
  clicks integer not null,
  completes integer not null,
  primary key (app_id, minute, group_id, lane)
);
create index live_minute_age on live_minute (minute);

-- Accepted and refused events by minute of arrival and SDK; kept eight days.
create table sdk_minute (
  app_id uuid not null,
  minute timestamptz not null,
  platform text not null,
  sdk_version text not null,
  lane smallint not null,
  accepted integer not null,
  rejected integer not null,
  primary key (app_id, minute, platform, sdk_version, lane)
);
create index sdk_minute_age on sdk_minute (minute);

-- Refused events with their reason; kept a week. `event` holds only what the protocol names, nothing of the viewer.
create table sdk_rejected (
  app_id uuid not null,
  received_at timestamptz not null,
  instance_id uuid not null,
  batch_id uuid not null,
  place smallint not null,
  platform text not null,
  sdk_version text not null,
  code text not null,
  event jsonb not null,
  primary key (app_id, received_at, instance_id, batch_id, place)
);
create index sdk_rejected_age on sdk_rejected (received_at);

-- The caps of groups that are active, copied from the account's content; counted against as batches come in.
create table group_cap (
  group_id uuid primary key,
  app_id uuid not null,
  counts text not null check (counts in ('impressions', 'ivod_views')),
  view_cap bigint,
  click_cap bigint
);
-- The batch with which a cap was reached; once for each height of a cap.
create table cap_reached (
  group_id uuid not null,
  kind text not null check (kind in ('view', 'click')),
  cap bigint not null,
  counted bigint not null,
  instance_id uuid not null,
  batch_id uuid not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (group_id, kind, cap)
);
create index cap_reached_waiting on cap_reached (received_at) where handled_at is null;

-- The ids of viewers who answered a component, as the app gave them; erasable, and in no event and no log.
create table viewer_name (
  account_id uuid not null,
  viewer uuid not null,
  viewer_id text not null,
  primary key (account_id, viewer)
);

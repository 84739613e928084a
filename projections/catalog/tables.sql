create table account (
  id uuid primary key,
  name text not null,
  country text,
  employee_size text,
  time_zone text not null,
  trial_ends bigint not null,
  manual_features jsonb not null,
  test_devices jsonb not null,
  profile jsonb not null,
  ts_created bigint not null,
  ts_updated bigint not null,
  version int not null,
  premium boolean not null,
  -- What the account subscribes to, and since when; null without a subscription.
  plan text,
  ts_subscribed bigint
);

create table member (
  id uuid primary key,
  account_id uuid not null,
  phase text not null,
  email_ref uuid,
  pending_email_ref uuid,
  firstname_ref uuid,
  lastname_ref uuid,
  verified boolean not null,
  is_mobile boolean not null,
  permissions jsonb not null,
  ts_registration bigint not null,
  ts_verification bigint,
  ts_updated bigint not null,
  version int not null,
  staff boolean not null
);
create index member_account on member (account_id);

create table app (
  id uuid primary key,
  account_id uuid not null,
  title text not null,
  store_type text not null,
  store_id text,
  website_url text,
  icon text,
  deleted boolean not null,
  ts_created bigint not null,
  ts_updated bigint not null,
  version int not null,
  developer text,
  category text,
  is_live boolean not null,
  settings jsonb not null
);
create index app_account on app (account_id) where not deleted;

-- Instances of deleted apps, and deleted instances, keep their row: their telemetry ids stay known.
create table instance (
  id uuid primary key,
  app_id uuid not null,
  account_id uuid not null,
  title text not null,
  token text not null unique,
  is_default boolean not null,
  position int not null,
  deleted boolean not null
);
create index instance_app on instance (app_id);

create table instance_order (
  instance_id uuid primary key,
  pinned uuid[] not null,
  unpinned uuid[] not null
);

create table story_group (
  id uuid primary key,
  account_id uuid not null,
  app_id uuid not null,
  instance_id uuid not null,
  user_id uuid,
  type text not null,
  status smallint not null,
  title text not null,
  icon text not null,
  ts_start bigint not null,
  ts_end bigint,
  segments jsonb not null,
  target_cap bigint,
  click_target_cap bigint,
  stopped smallint,
  stopped_caps jsonb,
  cta_macro text,
  settings jsonb not null,
  story_count int not null,
  ts_created bigint not null,
  ts_updated bigint not null,
  version int not null
) with (fillfactor = 80);
-- Nothing that a change of status touches is in an index, so that such a change stays within its page.
create index story_group_instance on story_group (instance_id);
create index story_group_app on story_group (app_id);
-- Names, by their beginning and by any part; the case is that of Unicode, whatever the database's locale.
create index story_group_name on story_group (account_id, (lower(title collate "und-x-icu") collate "C"), id);
create index story_group_name_part on story_group
  using gin (account_id, (lower(title collate "und-x-icu") collate "C") gin_trgm_ops);

-- Active groups that have an end, and no others: whoever ends them reads only what is due.
create table group_end (
  group_id uuid primary key,
  account_id uuid not null,
  instance_id uuid not null,
  ts_end bigint not null
);
create index group_end_due on group_end (ts_end, group_id);

create table story (
  id uuid primary key,
  story_group_id uuid not null,
  account_id uuid not null,
  app_id uuid not null,
  instance_id uuid not null,
  user_id uuid,
  title text not null,
  type smallint not null,
  status smallint not null,
  media jsonb not null,
  thumbnail_key text,
  button_text text not null,
  outlink text not null,
  deep_link text not null,
  ts_start bigint,
  ts_end bigint,
  target_cap bigint,
  position int not null,
  ts_created bigint not null,
  ts_updated bigint not null
);
create index story_order on story (story_group_id, position);
create index story_instance on story (instance_id);
create index story_name on story (account_id, (lower(title collate "und-x-icu") collate "C"), id);
create index story_name_part on story
  using gin (account_id, (lower(title collate "und-x-icu") collate "C") gin_trgm_ops);

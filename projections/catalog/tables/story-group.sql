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
  studio jsonb,
  conditions jsonb,
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

-- What answers to a component of a story mean: every one that was ever published. Rows are added and never removed, so that
-- processes may remember them; only the words of options follow a corrected wording.
create table published_component (
  story_id uuid not null,
  component_id text not null,
  kind text not null,
  "values" jsonb not null,
  primary key (story_id, component_id)
);

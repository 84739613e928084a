-- Who belongs to which account and may do what, as of the log's place that this read model has reached.
create table notification_member (
  user_id uuid primary key,
  account_id uuid not null,
  permissions jsonb not null,
  -- Types that the person turned off.
  muted jsonb not null,
  -- Who sent the invitation; null for whoever signed up.
  inviter_id uuid
);
create index notification_member_account on notification_member (account_id);
-- One row per person and event that they are told of; `id` is the event's. What was read stands in public.notification_read.
create table notification (
  user_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  ts bigint not null,
  type text not null,
  actor_type text not null,
  actor_id uuid,
  subject_id uuid not null,
  app_id uuid,
  creator_id uuid,
  -- What it says beside who did it, such as which cap was reached.
  facts jsonb not null,
  correlation_id uuid not null,
  primary key (user_id, id)
);
create index notification_newest on notification (user_id, ts desc, id desc);
create index notification_subject on notification (subject_id, ts);
create index notification_ts on notification (ts);
-- Releases of the SDK that staff announced, and the accounts that were told, with how many of their apps used an older one.
create table sdk_release (
  id uuid primary key,
  ts bigint not null,
  user_id uuid not null,
  platform text not null,
  version text not null,
  url text not null
);
create table sdk_release_told (
  release_id uuid not null,
  account_id uuid not null,
  apps int not null,
  primary key (release_id, account_id)
);

-- The parts that documents are put together from, and the document of each instance.
create table delivery_account (
  account_id uuid primary key,
  devices text[] not null
);

create table delivery_instance (
  instance_id uuid primary key,
  token text not null unique,
  app_id uuid not null,
  account_id uuid not null,
  app_title text not null,
  app_settings jsonb not null,
  pinned uuid[] not null,
  unpinned uuid[] not null,
  -- What SDKs get, apart from time and targeting, and a hash of it.
  document jsonb not null,
  revision text not null
);
create index delivery_instance_app on delivery_instance (app_id);
create index delivery_instance_account on delivery_instance (account_id);

create table delivery_group (
  story_group_id uuid primary key,
  instance_id uuid not null,
  -- Without what designs hide, the link of a hidden swipe neither; a video has its own length.
  doc jsonb not null
);
create index delivery_group_instance on delivery_group (instance_id);

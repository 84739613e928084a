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

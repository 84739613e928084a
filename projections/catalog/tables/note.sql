create table note (
  id uuid primary key,
  account_id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  words text not null,
  ts_created bigint not null,
  ts_updated bigint not null,
  version int not null,
  deleted boolean not null
);
create index note_app on note (app_id, ts_created) where not deleted;

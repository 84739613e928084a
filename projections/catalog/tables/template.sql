-- Designs that new stories of an account start from; one that was deleted is gone.
create table template (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  title text not null,
  category text not null,
  -- Pictures are keys of the file store.
  studio jsonb not null,
  ts_created bigint not null,
  ts_updated bigint not null,
  version int not null
);
create index template_account on template (account_id, id);

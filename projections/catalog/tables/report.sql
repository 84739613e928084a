-- Reports that are mailed; one that has ended is gone.
create table report (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  name text not null,
  rhythm text not null,
  apps uuid[] not null,
  instances uuid[] not null,
  groups uuid[] not null,
  -- Who gets it: those chosen who have not left.
  recipients uuid[] not null,
  ts_created bigint not null,
  version int not null
);
create index report_account on report (account_id, id);

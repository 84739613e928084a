-- One row per event of an account. `place` counts an account's rows in log order; `hash` chains them over every column of the event.
create table audit_row (
  id uuid primary key,
  account_id uuid not null,
  place int not null,
  ts bigint not null,
  actor_type text not null,
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  sentence text not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_title text not null,
  parent_id uuid,
  changes jsonb not null,
  cause jsonb,
  request_id text,
  stream text not null,
  version int not null,
  correlation_id uuid not null,
  hash text not null,
  unique (account_id, place)
);
create index audit_subject on audit_row (account_id, subject_id, place);
create index audit_parent on audit_row (account_id, parent_id, place);
create index audit_actor on audit_row (account_id, actor_id, place);
create index audit_newest on audit_row (ts, id);
create index audit_command on audit_row (correlation_id);

create table audit_head (
  account_id uuid primary key,
  place int not null,
  hash text not null
);

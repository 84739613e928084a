-- Who of staff acts as the user of a session; null when it is the user.
alter table session add column staff_id uuid;

-- The last rebuild of a read model that staff asked for.
create table rebuild_run (
  projection text primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  row_count bigint,
  equal boolean,
  error text,
  started_by uuid
);

-- A catalog that is there already goes on with what its new columns were until now.
alter table if exists catalog.account add column if not exists premium boolean not null default false;
alter table if exists catalog.member add column if not exists staff boolean not null default false;

create index session_login on session (user_id, created_at) where staff_id is null;

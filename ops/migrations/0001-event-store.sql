-- The log. Order is (transaction_id, position), read below pg_snapshot_xmin so that a slow transaction is never skipped.
create table event (
  transaction_id xid8 not null default pg_current_xact_id(),
  position bigint generated always as identity,
  event_id uuid not null unique,
  stream text not null,
  version int not null check (version > 0),
  type text not null,
  schema_version smallint not null,
  account_id uuid,
  data jsonb not null,
  actor_type text not null check (actor_type in ('user', 'staff', 'system', 'api_token')),
  actor_id uuid,
  on_behalf_of uuid,
  correlation_id uuid not null,
  request_id text,
  cause jsonb,
  ts bigint not null,
  primary key (stream, version)
);
create index event_log_order on event (transaction_id, position);

create table idempotency (
  user_id uuid not null,
  key text not null,
  route text not null,
  body_hash text not null,
  status smallint not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key, route)
);
create index idempotency_age on idempotency (created_at);

-- Things that must be unique across streams; personal keys are keyed hashes.
create table claim (
  scope text not null,
  key text not null,
  owner text not null,
  primary key (scope, key)
);
create index claim_owner on claim (owner);

-- Work that a committed event asks for. Ids only: what is personal or secret is looked up by the worker.
create table job_outbox (
  event_id uuid not null,
  effect text not null,
  payload jsonb not null,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  failed_at timestamptz,
  last_error text,
  primary key (event_id, effect)
);
create index job_outbox_open on job_outbox (not_before) where done_at is null and failed_at is null;
create table effect_ledger (
  event_id uuid not null,
  effect text not null,
  outcome jsonb,
  done_at timestamptz not null default now(),
  primary key (event_id, effect)
);

create table projection_checkpoint (
  name text primary key,
  tables_hash text not null,
  transaction_id xid8 not null,
  position bigint not null,
  updated_at timestamptz not null default now()
);
create table parked_event (
  projection text not null,
  stream text not null,
  version int not null,
  transaction_id xid8 not null,
  position bigint not null,
  error text not null,
  parked_at timestamptz not null default now(),
  primary key (projection, stream, version)
);

-- How far the log was published: the place of the last event that NATS acknowledged, and its number in the stream there.
create table relay_checkpoint (
  name text primary key,
  transaction_id xid8 not null,
  position bigint not null,
  sequence bigint not null,
  updated_at timestamptz not null default now()
);

-- Accepted batches in log order (transaction_id, position), one partition for each UTC day of arrival.
create sequence telemetry_position;
create table telemetry_batch (
  transaction_id xid8 not null default pg_current_xact_id(),
  position bigint not null default nextval('telemetry_position'),
  partition smallint not null,
  instance_id uuid not null,
  batch_id uuid not null,
  received_at timestamptz not null default now(),
  payload text not null
) partition by range (received_at);
alter sequence telemetry_position owned by telemetry_batch.position;
create index telemetry_batch_order on telemetry_batch (transaction_id, position);

-- Takes what no day's partition takes, so that a missing partition never costs a batch.
create table telemetry_batch_rest partition of telemetry_batch default;

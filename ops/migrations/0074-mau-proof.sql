-- What the bill of a period is counted from: what was signed of it (`statement`, JSON), and the file of its viewers in the
-- store until 13 months after the period. `counted` says how far the logs were counted then. `period_end` is exclusive.
create table mau_proof (
  account_id uuid not null,
  period_start date not null,
  period_end date not null,
  digest text not null,
  statement text not null,
  signature text not null,
  key_id text not null,
  counted jsonb not null,
  sealed_at timestamptz not null,
  file_key text,
  primary key (account_id, period_start)
);
create index mau_proof_file on mau_proof (period_end) where file_key is not null;

-- What staff have had made at once: how many codes, by whom, when.
create table deal_batch (
  id uuid primary key,
  count int not null,
  made_by uuid not null,
  created_at timestamptz not null
);
create index deal_batch_made on deal_batch (created_at desc, id desc);

-- Codes of deals by the SHA-256 of each: whoever reads this table can redeem none.
create table deal_code (
  id uuid primary key,
  batch_id uuid not null references deal_batch,
  code_hash text not null unique,
  account_id uuid,
  redeemed_at timestamptz
);
create index deal_code_batch on deal_code (batch_id);

-- What each account subscribes to, folded; its open invoice is the one that has failed for the longest time.
create table subscription (
  account_id uuid primary key,
  state jsonb not null,
  -- When something is to be done for it by itself; null: nothing.
  due bigint,
  -- What it brings each month, in cents.
  monthly bigint not null,
  version int not null
);
-- Ends of free months and of deals, likewise.
create index subscription_period_end on subscription (((state -> 'period' ->> 'to')::bigint));
create index subscription_due on subscription (due) where due is not null;

create table invoice (
  id uuid primary key,
  account_id uuid not null,
  number text not null,
  status text not null,
  -- As it was closed.
  invoice jsonb not null,
  amount_due bigint not null,
  amount_paid bigint not null,
  ts_closed bigint not null,
  ts_paid bigint
);
create index invoice_account on invoice (account_id, ts_closed desc, id desc);

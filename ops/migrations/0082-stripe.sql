-- The customer that an account is at Stripe.
create table stripe_customer (
  account_id uuid primary key,
  customer_id text not null unique,
  -- It was deleted there.
  gone boolean not null default false,
  created_at timestamptz not null default now()
);

-- Accounts of which Stripe told that something happened and that were not looked at since; the number rises with each time.
create table stripe_due (
  account_id uuid primary key,
  told bigint not null default 1,
  due_at timestamptz not null default now()
);
create index stripe_due_order on stripe_due (due_at);

-- Up to when what happened at Stripe has been gone through; one row.
create table stripe_reconciled (
  one boolean primary key default true check (one),
  ts bigint not null
);
create unique index payment_method_outside on payment_method (outside_id) where outside_id is not null;

-- Cards of accounts: what may be shown of them, and what the provider knows them by. The number is never here.
create table payment_method (
  id uuid primary key,
  account_id uuid not null,
  provider text not null,
  -- The provider's own id; null for the local one.
  outside_id text,
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  -- The same for the same card, whoever has it.
  fingerprint text not null,
  -- Of the local provider: how often it was charged, and from which charge on it is declined.
  charges int not null default 0,
  declines_from int,
  created_at timestamptz not null
);
create index payment_method_account on payment_method (account_id, created_at);

-- A card that is being added; the local provider's page writes the card.
create table card_session (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  return_url text not null,
  method_id uuid references payment_method,
  expires_at timestamptz not null
);
create index card_session_expiry on card_session (expires_at);

-- The last number of invoices by year; locked by whoever closes one, so that there are no gaps.
create table invoice_series (
  year int primary key,
  last int not null
);

do $$
begin
  if to_regnamespace('catalog') is not null then
    alter table catalog.account add column standing smallint;
    alter table catalog.account add column promo_until bigint;
    alter table catalog.account add column custom_plan jsonb;
    alter table catalog.account add column referral_earned boolean not null default false;
    create table catalog.subscription (
      account_id uuid primary key,
      state jsonb not null,
      due bigint,
      monthly bigint not null,
      version int not null
    );
    create index subscription_due on catalog.subscription (due) where due is not null;
    create table catalog.invoice (
      id uuid primary key,
      account_id uuid not null,
      number text not null,
      status text not null,
      invoice jsonb not null,
      amount_due bigint not null,
      amount_paid bigint not null,
      ts_closed bigint not null,
      ts_paid bigint
    );
    create index invoice_account on catalog.invoice (account_id, ts_closed desc, id desc);
  end if;
end
$$;

-- Promo codes that staff have made; which account used one stands in the log.
create table promo_code (
  id uuid primary key,
  code text not null unique,
  amount_off int,
  percent_off int,
  -- Of how many months; null: of one invoice.
  months int,
  max_redemptions int,
  redemptions int not null default 0,
  ts_ends bigint,
  created_at timestamptz not null
);

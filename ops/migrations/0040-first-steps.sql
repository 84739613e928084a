-- Who has the onboarding behind them, and the code with which an account refers others. Accounts from before have none until
-- the part `referrals` has given them one.
alter table if exists catalog.member add column if not exists onboarded boolean not null default false;
alter table if exists catalog.account add column if not exists referral_token text;
do $$
begin
  if to_regclass('catalog.account') is not null and to_regclass('catalog.account_without_referral_token') is null then
    create index account_without_referral_token on catalog.account (id) where referral_token is null;
  end if;
end
$$;

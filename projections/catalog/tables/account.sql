create table account (
  id uuid primary key,
  name text not null,
  country text,
  employee_size text,
  time_zone text not null,
  trial_ends bigint not null,
  manual_features jsonb not null,
  test_devices jsonb not null,
  profile jsonb not null,
  ts_created bigint not null,
  ts_updated bigint not null,
  version int not null,
  premium boolean not null,
  -- Nobody is left in it.
  ended boolean not null,
  -- What the account subscribes to, and since when; null without a subscription.
  plan text,
  ts_subscribed bigint,
  -- How its subscription stands: a payment status, and until when with a promo code; the plan that staff made for it.
  standing smallint,
  promo_until bigint,
  custom_plan jsonb,
  -- Everybody signs in with a second factor.
  sms_otp boolean not null default false,
  -- The code with which the account refers others.
  referral_token text,
  -- The code of who referred it.
  referred_by text,
  -- It has earned a month for them.
  referral_earned boolean not null default false,
  -- The plan that it signed up with, as the address said it.
  package_id text,
  -- Whom staff proposed as its owner, and who of them.
  owner_proposal jsonb
);
-- Free trials by their end, as whoever tells of it looks for them.
create index account_trial_ends on account (trial_ends) where plan is null and standing is null;
create index account_without_referral_token on account (id) where referral_token is null;
create index account_referred_by on account (referred_by, ts_created desc, id desc) where referred_by is not null;

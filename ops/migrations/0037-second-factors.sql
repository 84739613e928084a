-- Authenticator apps: the secret, sealed, and the step of the last code that was taken, so that each works once. One that
-- was not verified yet stands beside the one that it will replace.
create table user_totp (
  user_id uuid not null,
  verified boolean not null,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, verified)
);

-- Recovery codes, as keyed hashes.
create table recovery_code (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- In which session somebody has shown a factor that is not a text message: staff need one.
alter table session add column factor_at timestamptz;

-- Whoever's factors were reset opens a mailed link before the next sign-in.
alter table user_secret add column link_needed boolean not null default false;

-- Everybody of the account signs in with a second factor.
alter table if exists catalog.account add column if not exists sms_otp boolean not null default false;

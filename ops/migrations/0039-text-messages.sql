-- Verified numbers, by reference to the personal value, which can be erased.
create table user_phone (
  user_id uuid primary key,
  phone_ref uuid not null,
  created_at timestamptz not null,
  used_at timestamptz
);

-- Codes sent by text message: for one person, purpose and number, with five tries. The number is sealed;
-- the code is made when it is sent and kept as a keyed hash. What became of the message is known from the provider.
create table sms_code (
  id uuid primary key,
  user_id uuid not null,
  account_id uuid not null,
  purpose text not null check (purpose in ('sign_in', 'phone', 'confirm')),
  number_sealed text not null,
  number_key text not null,
  code_hash text,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  provider_id text,
  status text,
  error_code int
);
create index sms_code_number on sms_code (number_key, created_at);
create index sms_code_user on sms_code (user_id, purpose, created_at);

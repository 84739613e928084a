-- Bytes that an account has uploaded on a day (UTC).
create table upload_day (
  account_id uuid not null,
  day date not null,
  bytes bigint not null,
  primary key (account_id, day)
);

-- Room that uploads under way have taken; it goes with them, or when nothing has come for an hour.
create table upload_reservation (
  id uuid primary key,
  account_id uuid not null,
  bytes bigint not null,
  expires_at timestamptz not null
);
create index upload_reservation_account on upload_reservation (account_id);

-- What an account's files take is summed up before each upload.
create index upload_account_bytes on upload (account_id) include (bytes);

-- What can be erased: personal values by reference, origins of requests, secrets, sessions, links out of mails.
create table personal_value (
  ref uuid primary key,
  user_id uuid,
  field text not null,
  value text,
  created_at timestamptz not null default now()
);
create index personal_value_user on personal_value (user_id);

create table request_origin (
  request_id text primary key,
  ip text,
  user_agent text,
  created_at timestamptz not null default now()
);

create table user_secret (
  user_id uuid primary key,
  password_hash text,
  changed_at timestamptz not null default now()
);

create table session (
  id uuid primary key,
  user_id uuid not null,
  refresh_hash text not null unique,
  previous_hash text unique,
  successor text,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id) where ended_at is null;

create table link_token (
  id uuid primary key,
  purpose text not null,
  user_id uuid not null,
  token_hash text not null unique,
  detail jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_token_user on link_token (user_id, purpose);

-- Counters of limits that hold across processes; a window is a fixed span that starts at window_start.
create table rate_count (
  scope text not null,
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (scope, key, window_start)
);

-- Uploads by account; the file itself is named by its content and shared.
create table upload (
  account_id uuid not null,
  key text not null,
  mime_type text not null,
  width int,
  height int,
  duration_ms int,
  bytes bigint not null,
  thumbnail text,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);

-- The key with which an account's viewers are hashed.
create table account_key (
  account_id uuid primary key,
  viewer_key bytea not null
);

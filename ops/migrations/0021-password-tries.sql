-- Passwords tried for one person, from wherever, by the keyed hash of the e-mail (known or not) or of a browser of theirs.
create table password_tries (
  key text primary key,
  count int not null,
  started_at timestamptz not null,
  last_at timestamptz not null
);

-- Browsers in which a person has signed in before: only hashes of their cookies.
create table known_browser (
  token_hash text not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_browser_user on known_browser (user_id);

-- Failures to sign in that are not events yet: per minute and network, with the first of the requests behind them.
create table sign_in_failure (
  user_id uuid not null,
  network_key text not null,
  window_start timestamptz not null,
  count int not null,
  request_id text not null,
  ip text not null,
  user_agent text not null,
  primary key (user_id, network_key, window_start)
);
create index sign_in_failure_window on sign_in_failure (window_start);

-- Public keys of passkeys, and the signature counter that tells a copied one.
create table passkey (
  id uuid primary key,
  user_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges that a passkey has not answered yet. Each works once. `owner` is a session that adds a passkey, or the keyed
-- hash of the network that signs in.
create table passkey_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'sign_in')),
  owner text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_owner on passkey_challenge (owner, expires_at);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- Whom somebody signs in with elsewhere: issuer and subject as one keyed hash. A person has one of each provider.
create table social_identity (
  identity_hash text primary key,
  user_id uuid not null,
  provider text not null check (provider in ('google', 'linkedin')),
  created_at timestamptz not null,
  unique (user_id, provider)
);

-- What a provider said of somebody who is not signed in yet, sealed, under the hash of a ticket that works once.
create table social_ticket (
  token_hash text primary key,
  provider text not null check (provider in ('google', 'linkedin')),
  sealed text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

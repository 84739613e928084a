-- Links that play a group's drafts without a session; only a hash of the secret is kept.
create table story_preview (
  secret_hash text primary key,
  account_id uuid not null,
  story_group_id uuid not null,
  -- Who made it: it ends with their removal.
  user_id uuid not null,
  expires_at timestamptz not null
);
create index story_preview_expires on story_preview (expires_at);

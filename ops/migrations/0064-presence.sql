-- Who has a group open in the studio, and what they look at there; a row counts for 30 s.
create table story_presence (
  session_id uuid not null,
  story_group_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  story_id uuid,
  component_id text,
  seen_at timestamptz not null,
  primary key (session_id, story_group_id)
);
create index story_presence_group on story_presence (story_group_id, seen_at);
create index story_presence_seen on story_presence (seen_at);

-- Who asks to write a draft that someone else writes; unanswered for 20 s it is theirs.
create table story_take_over (
  story_id uuid primary key references story_draft on delete cascade,
  story_group_id uuid not null,
  asked_by uuid not null,
  -- Who wrote it then.
  holder uuid not null,
  asked_at timestamptz not null,
  refused_at timestamptz
);
create index story_take_over_group on story_take_over (story_group_id);

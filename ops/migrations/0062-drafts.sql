-- Stories that are drawn and not published. A draft that was published or discarded keeps its row without content, so that
-- a save that comes after it meets a later rev. Media in `content` are keys of the file store.
create table story_draft (
  story_id uuid primary key,
  account_id uuid not null,
  app_id uuid not null,
  story_group_id uuid not null,
  rev int not null check (rev > 0),
  content jsonb,
  base_version int,
  user_id uuid not null,
  -- Who of the staff acted for that person, where somebody did.
  staff_id uuid,
  ts_created timestamptz not null,
  ts_updated timestamptz not null,
  held_by uuid,
  held_until timestamptz
);
create index story_draft_group on story_draft (story_group_id);
create index story_draft_account on story_draft (account_id);
create index story_draft_held on story_draft (held_by) where held_by is not null;

-- How a draft was at times, until it is published; `media` are the files that the content names.
create table draft_snapshot (
  story_id uuid not null references story_draft on delete cascade,
  rev int not null,
  content jsonb not null,
  media text[] not null,
  user_id uuid not null,
  staff_id uuid,
  ts timestamptz not null,
  primary key (story_id, rev)
);

-- Files that drafts named, and when a save last did: none of them is removed while a draft or its snapshots name it, nor
-- for 30 days after.
create table draft_media (
  story_id uuid not null references story_draft on delete cascade,
  key text not null,
  named_at timestamptz not null,
  primary key (story_id, key)
);
create index draft_media_key on draft_media (key);

-- A picture that the product drew for a background; until now what nobody uploaded told it.
alter table upload add column drawn boolean not null default false;
update upload set drawn = true
 where cardinality(uploaded_by) = 0 and mime_type = 'image/png' and width = 1080 and height = 1920 and bytes < 16384;

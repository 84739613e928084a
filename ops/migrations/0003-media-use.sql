-- Files that an event names: they stay.
create table media_use (
  key text primary key
);

-- Files whose unnamed upload has ended. Some minutes later, when every command that still knew the upload has
-- finished, those that nothing names are removed from the store.
create table media_orphan (
  key text primary key,
  since timestamptz not null
);

create index upload_age on upload (created_at);
create index upload_key on upload (key);
create index upload_thumbnail on upload (thumbnail) where thumbnail is not null;

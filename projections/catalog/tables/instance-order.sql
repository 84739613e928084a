create table instance_order (
  instance_id uuid primary key,
  pinned uuid[] not null,
  unpinned uuid[] not null
);

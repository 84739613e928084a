-- Active groups with an end are kept apart, so that whoever ends them reads only what is due.
do $$
begin
  if to_regclass('catalog.story_group') is not null and to_regclass('catalog.group_end') is null then
    create table catalog.group_end (
      group_id uuid primary key,
      account_id uuid not null,
      instance_id uuid not null,
      ts_end bigint not null
    );
    create index group_end_due on catalog.group_end (ts_end, group_id);
    insert into catalog.group_end
      select g.id, g.account_id, g.instance_id, g.ts_end
        from catalog.story_group g join catalog.instance i on i.id = g.instance_id
       where g.status = 1 and g.ts_end is not null and not i.deleted;
  end if;
end
$$;

-- Names are found by any part of them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
do $$
begin
  if to_regclass('catalog.story_group') is not null and to_regclass('catalog.story_group_name') is null then
    create index story_group_name on catalog.story_group (account_id, (lower(title collate "und-x-icu") collate "C"), id);
    create index story_group_name_part on catalog.story_group
      using gin (account_id, (lower(title collate "und-x-icu") collate "C") gin_trgm_ops);
    create index story_name on catalog.story (account_id, (lower(title collate "und-x-icu") collate "C"), id);
    create index story_name_part on catalog.story
      using gin (account_id, (lower(title collate "und-x-icu") collate "C") gin_trgm_ops);
  end if;
end
$$;

-- Notes that are pinned to apps; a new database gets the table with the catalog.
do $$ begin
  if exists (select from pg_namespace where nspname = 'catalog') then
    create table catalog.note (
      id uuid primary key,
      account_id uuid not null,
      app_id uuid not null,
      user_id uuid not null,
      words text not null,
      ts_created bigint not null,
      ts_updated bigint not null,
      version int not null,
      deleted boolean not null
    );
    create index note_app on catalog.note (app_id, ts_created) where not deleted;
  end if;
end $$;

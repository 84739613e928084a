-- Nothing that a change of a group's status touches is in an index any more, so that such a change stays within its page.
do $$
begin
  if to_regclass('catalog.story_group') is not null then
    alter table catalog.story_group set (fillfactor = 80);
    drop index if exists catalog.story_group_instance, catalog.story_group_app;
    create index story_group_instance on catalog.story_group (instance_id);
    create index story_group_app on catalog.story_group (app_id);
  end if;
end
$$;

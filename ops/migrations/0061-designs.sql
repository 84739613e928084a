-- Stories have designs and conditions; what answers to a component mean is kept for good.
do $$
begin
  if to_regnamespace('catalog') is not null then
    alter table if exists catalog.story add column if not exists studio jsonb;
    alter table if exists catalog.story add column if not exists conditions jsonb;
    create table if not exists catalog.published_component (
      story_id uuid not null,
      component_id text not null,
      kind text not null,
      "values" jsonb not null,
      primary key (story_id, component_id)
    );
  end if;
end
$$;

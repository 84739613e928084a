-- Designs that new stories of an account start from.
do $$
begin
  if to_regnamespace('catalog') is not null then
    create table if not exists catalog.template (
      id uuid primary key,
      account_id uuid not null,
      user_id uuid not null,
      title text not null,
      category text not null,
      studio jsonb not null,
      ts_created bigint not null,
      ts_updated bigint not null,
      version int not null
    );
    create index if not exists template_account on catalog.template (account_id, id);
  end if;
end
$$;

do $$
begin
  if to_regnamespace('catalog') is not null then
    alter table catalog.account add column package_id text;
  end if;
end
$$;

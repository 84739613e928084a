-- The last period of a report that was mailed, or whose time passed: the day on which it was due.
create table report_turn (
  report_id uuid primary key,
  period date not null
);
do $$
begin
  if to_regnamespace('catalog') is not null then
    create table if not exists catalog.report (
      id uuid primary key,
      account_id uuid not null,
      user_id uuid not null,
      name text not null,
      rhythm text not null,
      apps uuid[] not null,
      instances uuid[] not null,
      groups uuid[] not null,
      recipients uuid[] not null,
      ts_created bigint not null,
      version int not null
    );
    create index if not exists report_account on catalog.report (account_id, id);
  end if;
end
$$;

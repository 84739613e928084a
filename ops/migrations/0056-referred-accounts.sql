-- The code with which an account came stands in the catalog, where whoever gave it is told who came.
alter table if exists catalog.account add column if not exists referred_by text;
do $$
begin
  if to_regclass('catalog.account') is not null and to_regclass('catalog.account_referred_by') is null then
    update catalog.account
       set referred_by = created.data ->> 'referral_token'
      from event created
     where created.stream = 'account-' || account.id and created.version = 1
       and created.data ->> 'referral_token' is not null;
    create index account_referred_by on catalog.account (referred_by, ts_created desc, id desc)
     where referred_by is not null;
  end if;
end
$$;

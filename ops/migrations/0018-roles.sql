-- The product works as a role that sees of other sessions only what the owner of the tables sees for it: who writes, since when.
create function write_transactions()
returns table (pid int, xact_start timestamptz, application_name text, statement text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select pid, xact_start, application_name, left(query, 60) from pg_stat_activity
   where backend_xid is not null and pid <> pg_backend_pid()
$$;
revoke all on function write_transactions() from public;

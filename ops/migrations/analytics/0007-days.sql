-- Days of the inbox come and go by these alone: whoever writes batches owns none of its tables.
create function make_telemetry_day(day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  named constant text := 'telemetry_batch_' || to_char(day, 'YYYYMMDD');
  reader text;
begin
  execute format(
    'create table if not exists public.%I partition of public.telemetry_batch for values from (%L) to (%L)',
    named, to_char(day, 'YYYY-MM-DD') || ' 00:00+00', to_char(day + 1, 'YYYY-MM-DD') || ' 00:00+00');
  -- Whoever reads all days reads each of them, too: the first and last batches of one are looked up in it.
  for reader in
    select quote_ident(r.rolname) from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
     where c.oid = 'public.telemetry_batch'::regclass and a.privilege_type = 'SELECT' and a.grantee <> c.relowner
  loop
    execute format('grant select on public.%I to %s', named, reader);
  end loop;
end
$$;
create function drop_telemetry_day(day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('drop table public.%I', 'telemetry_batch_' || to_char(day, 'YYYYMMDD'));
end
$$;
-- Whoever archives must know whether a write of an hour is still open, whichever role it is of.
create function inbox_write_open(since timestamptz) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from pg_stat_activity
     where datname = current_database() and backend_xid is not null and xact_start < since and pid <> pg_backend_pid())
$$;
revoke all on function make_telemetry_day(date), drop_telemetry_day(date), inbox_write_open(timestamptz) from public;

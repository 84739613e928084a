-- When the places of the inbox were rewritten last: what was read of them before is none of today's. Where that is not
-- known any more, it was after the last hour that was sealed until then.
create table telemetry_renumbered (
  one boolean primary key default true check (one),
  at timestamptz not null
);
insert into telemetry_renumbered (at)
  select max(sealed_at) from telemetry_hour where earlier having max(sealed_at) is not null;

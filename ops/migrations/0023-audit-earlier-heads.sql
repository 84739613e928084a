-- Heads of the audit's chains as they stood when a link covered four columns of an event. The rows are chained anew over all
-- columns; that nothing was changed until then is seen by making the earlier chain again up to these.
create table audit_earlier_head (
  account_id uuid primary key,
  place int not null,
  hash text not null
);
do $$
begin
  if to_regclass('audit.audit_head') is not null then
    insert into audit_earlier_head select account_id, place, hash from audit.audit_head;
  end if;
end $$;

-- What people have read, beside the read model of notifications: a rebuild leaves it as it is. `id` is that of a notification
-- or of a pop-up; `ts` is when it was read, except for pop-ups, which are kept for good (null).
create table notification_read (
  user_id uuid not null,
  id uuid not null,
  ts bigint,
  primary key (user_id, id)
);
create index notification_read_ts on notification_read (ts);
-- Up to when, in unix seconds, everything counts as read for a person. What was before notifications came is not news to anybody.
create table notification_read_until (
  user_id uuid primary key,
  ts bigint not null
);
do $$
begin
  if to_regclass('catalog.member') is not null then
    insert into notification_read_until (user_id, ts) select id, extract(epoch from now())::bigint from catalog.member;
  end if;
end
$$;
-- For whoever gets digests, in unix seconds: from when on the next one tells (`since`), and when the last one was due (`slot`).
create table digest_turn (
  user_id uuid primary key,
  digest text not null,
  time_zone text not null,
  since bigint not null,
  slot bigint not null
);
alter table if exists catalog.member add column if not exists notifications jsonb not null default '{}';
do $$
begin
  if to_regclass('catalog.member') is not null and to_regclass('catalog.member_digest') is null then
    create index member_digest on catalog.member (id) where notifications ->> 'digest' in ('daily', 'weekly');
  end if;
end
$$;

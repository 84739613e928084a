-- Nobody that a catalog already has is disabled.
alter table if exists catalog.member add column if not exists disabled boolean not null default false;

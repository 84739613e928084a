-- What an account subscribes to stands beside it in the catalog.
alter table if exists catalog.account add column if not exists plan text, add column if not exists ts_subscribed bigint;

-- No account that a catalog already has has an owner proposed.
alter table if exists catalog.account add column if not exists owner_proposal jsonb;

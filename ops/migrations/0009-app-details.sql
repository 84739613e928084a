-- A catalog that is there already goes on with what its new columns were until now.
alter table if exists catalog.app
  add column if not exists developer text,
  add column if not exists category text,
  add column if not exists is_live boolean not null default false,
  add column if not exists settings jsonb not null
    default '{"app_intent": null, "is_sharable": false, "ads": false, "ad_frequency": null, "ad_first": null}';

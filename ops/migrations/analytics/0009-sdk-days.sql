-- Which versions of the SDK apps used, by day of arrival (UTC); kept 30 days.
create table sdk_day (
  app_id uuid not null,
  day date not null,
  platform text not null,
  sdk_version text not null,
  lane smallint not null,
  primary key (app_id, day, platform, sdk_version, lane)
);
create index sdk_day_age on sdk_day (day);
create index sdk_day_platform on sdk_day (platform, app_id);
-- What is known of the last days.
insert into sdk_day (app_id, day, platform, sdk_version, lane)
select distinct app_id, (minute at time zone 'UTC')::date, platform, sdk_version, lane from sdk_minute on conflict do nothing;

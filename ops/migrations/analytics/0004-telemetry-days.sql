-- What each instance's SDKs sent on a UTC day of arrival: batches that counted, those of them that were crowded, and
-- bytes as they are kept. Of now, and kept nine days: a day is compared with the seven before it.
create table telemetry_day (
  day date not null,
  instance_id uuid not null,
  app_id uuid not null,
  batches bigint not null,
  crowded bigint not null,
  bytes bigint not null,
  primary key (day, instance_id)
);

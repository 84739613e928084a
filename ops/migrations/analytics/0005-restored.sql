-- Hours that were sealed before the places of the logs were rewritten: their files keep the places of then.
alter table telemetry_hour add column earlier boolean not null default false;

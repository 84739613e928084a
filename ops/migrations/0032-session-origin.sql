-- The request that a session began with: what is known of where it came from stands in request_origin, and can be erased.
alter table session add column request_id text;

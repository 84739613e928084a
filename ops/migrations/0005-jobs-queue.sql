-- The outbox only hands effects over to the queue, whose tables are in the schema bullmq; tries and failures are kept there.
alter table job_outbox add moved_at timestamptz;
update job_outbox set moved_at = done_at where done_at is not null;
drop index job_outbox_open;
alter table job_outbox
  drop column attempts,
  drop column not_before,
  drop column done_at,
  drop column failed_at,
  drop column last_error;
create index job_outbox_open on job_outbox (created_at) where moved_at is null;

-- While there is more than is read at once: up to when it is gone through, and the event after which it is gone on with.
alter table stripe_reconciled add column until bigint, add column cursor text;

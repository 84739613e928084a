-- Answers are kept and forgotten in the order of time: a summary of the table's pages finds the old ones, and costs a command nothing.
drop index idempotency_age;
create index idempotency_age on idempotency using brin (created_at) with (autosummarize = on);

-- Postgres reads a check's expression anew for each statement that inserts: for these two that is a tenth of an append. Both hold by
-- construction: a version is counted up from one that is there or from 0, and the kinds of authors are a type of the program.
alter table event drop constraint event_version_check, drop constraint event_actor_type_check;

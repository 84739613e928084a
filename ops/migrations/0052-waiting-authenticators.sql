-- The session in which an authenticator app that waits for its first code was set up; null: in a sign-in, before there is one.
-- Those that wait now were bound to none.
delete from user_totp where not verified;
alter table user_totp add column session_id uuid;

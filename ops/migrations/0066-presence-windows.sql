-- Each window of a session is there for itself: closing one ends nothing of the others. Rows count for 30 s.
alter table story_presence add column window_id text not null default '';
alter table story_presence drop constraint story_presence_pkey;
alter table story_presence add primary key (session_id, story_group_id, window_id);
create index story_presence_user on story_presence (user_id, story_group_id);
create index story_take_over_asked_by on story_take_over (asked_by);
create index story_preview_user on story_preview (user_id, story_group_id, expires_at);

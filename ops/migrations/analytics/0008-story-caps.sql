-- Stories have caps of views, too. A row of a story has the story's id as group_id, and here the id of its group.
alter table group_cap add column story_of uuid;
alter table cap_reached add column story_of uuid;

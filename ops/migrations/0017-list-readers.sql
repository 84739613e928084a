-- Who uploaded a list of viewers, which holds ids of people: they may read it. Of other files, and of older lists, nobody.
alter table upload add column uploaded_by uuid[] not null default '{}';

-- One row per version of a story group.
create table history_row (
  story_group_id uuid not null,
  version int not null,
  account_id uuid not null,
  ts bigint not null,
  actor_type text not null,
  actor_id uuid,
  on_behalf_of uuid,
  story_id uuid,
  action text not null,
  sentence text not null,
  changes jsonb not null,
  cause jsonb,
  primary key (story_group_id, version)
);

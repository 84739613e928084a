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
-- One row per version of a story group that changed its status or its dates: from `ts` on it was so.
create table history_plan (
  story_group_id uuid not null,
  version int not null,
  ts bigint not null,
  status smallint not null,
  published boolean not null,
  ts_start bigint not null,
  ts_end bigint,
  primary key (story_group_id, version)
);

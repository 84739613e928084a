-- Folded states of long streams, so that loading one need not read it from its first event. Disposable: each is what its
-- events fold to. It counts only where `event_id` is the event at `version`, and for code that folds to the same
-- `state_version`. `event_bytes` is the data of all events up to there, as JSON text. `state` is text, not jsonb, which
-- would order keys anew.
create table stream_snapshot (
  stream text primary key,
  version int not null check (version > 0),
  state_version int not null,
  event_id uuid not null,
  event_bytes bigint not null,
  state text not null,
  written_at timestamptz not null default now()
);

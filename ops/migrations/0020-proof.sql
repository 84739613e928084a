-- When the person behind a session last showed that it is them, by signing in or by a proof after that; null: never.
alter table session add column confirmed_at timestamptz;

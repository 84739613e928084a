-- The browser in which somebody signed up, known for a day by the hash of a cookie: there the link of the mail asks nothing.
create table sign_up_browser (
  user_id uuid primary key,
  token_hash text not null,
  expires_at timestamptz not null
);

-- No account that a catalog has already has ended.
alter table if exists catalog.account add column if not exists ended boolean not null default false;

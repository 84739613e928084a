create table member (
  id uuid primary key,
  account_id uuid not null,
  phase text not null,
  email_ref uuid,
  pending_email_ref uuid,
  firstname_ref uuid,
  lastname_ref uuid,
  verified boolean not null,
  is_mobile boolean not null,
  permissions jsonb not null,
  ts_registration bigint not null,
  ts_verification bigint,
  ts_updated bigint not null,
  version int not null,
  staff boolean not null,
  onboarded boolean not null,
  -- Staff let nobody sign in as them.
  disabled boolean not null,
  -- Of what the person is told and how, where they chose.
  notifications jsonb not null default '{}'
);
create index member_account on member (account_id);
create index member_digest on member (id) where notifications ->> 'digest' in ('daily', 'weekly');

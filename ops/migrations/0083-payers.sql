-- Who pays for an account and where they live, as later invoices say it.
create table payer (
  account_id uuid primary key,
  name text,
  address jsonb,
  -- Another one with each change.
  revision uuid not null
);

-- The same as it was when an invoice was closed.
create table invoice_payer (
  invoice_id uuid primary key,
  account_id uuid not null,
  name text,
  address jsonb
);
create index invoice_payer_account on invoice_payer (account_id);

-- The owner whose address Stripe's mails go to, as long as there is one; and what Stripe was told last, by references alone.
alter table stripe_customer add column contact_id uuid;
alter table stripe_customer add column described text;

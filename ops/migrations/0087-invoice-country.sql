-- The country of the company when an invoice was closed; null where it was not kept then, and is that of today.
alter table invoice_payer add column country text;

-- When staff ended a promo code; null while it can be redeemed.
alter table promo_code add column ts_ended bigint;

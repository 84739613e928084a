-- A sign-up that ends looks for the code that it came with.
create index deal_code_account on deal_code (account_id) where account_id is not null;

do $$
begin
  if to_regclass('catalog.member') is not null then
    -- Codes of sign-ups that ended before anybody verified their email are free again.
    update deal_code c set account_id = null, redeemed_at = null
     where c.account_id is not null
       and exists (select from catalog.member m where m.account_id = c.account_id)
       and not exists (select from catalog.member m where m.account_id = c.account_id
                        and (m.phase <> 'ended' or m.verified or m.ts_verification is not null));
    -- Who broadcasts counts as mobile, whichever way they came to it.
    update catalog.member set is_mobile = permissions ? 'brodcaster'
     where is_mobile <> (permissions ? 'brodcaster');
  end if;
end
$$;

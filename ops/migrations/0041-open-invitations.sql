-- An open invitation no longer holds its address: it is one of that address in its own account, and several accounts may
-- invite the same one.
update claim c
   set scope = 'invitation', key = (invited.data ->> 'account_id') || ':' || c.key
  from event invited
 where c.scope = 'email' and invited.stream = 'user-' || c.owner and invited.type = 'InvitationSent'
   and not exists (
     select from event later
      where later.stream = invited.stream and later.type in ('InvitationAccepted', 'InvitationCancelled'));

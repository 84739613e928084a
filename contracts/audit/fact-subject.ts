import type { Recorded } from '../event.ts';
import type { AuditSubject } from '../noun.ts';
import { streamId } from '../stream-name.ts';

/** Whom a fact is about: the person in its data, or, where a shell asked, the account. */
export const factSubject = ({
  data,
  meta: { account_id, stream },
}: Recorded<{ type: string; data: { user_id: string | null } }>): AuditSubject => {
  const id = streamId(stream);
  if (data.user_id === null) return { type: 'account', id: account_id ?? id, title: 'Shell', parent_id: null };
  return { type: 'user', id: data.user_id, title: '', parent_id: null };
};

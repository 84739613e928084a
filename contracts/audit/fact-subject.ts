import type { Recorded } from '../event.ts';
import type { UnsaidSubject } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { auditWords } from '../words/audit.en.ts';

/** Whom a fact is about: the person in its data, or, where a shell asked, the account. */
export const factSubject = ({
  data,
  meta: { account_id, stream },
}: Recorded<{ type: string; data: { user_id: string | null } }>): UnsaidSubject => {
  const id = streamId(stream);
  if (data.user_id === null) return { type: 'account', id: account_id ?? id, title: auditWords.shell, parent_id: null };
  return { type: 'user', id: data.user_id, title: '', parent_id: null };
};

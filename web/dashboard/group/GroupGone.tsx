import { useNotify, useStoreContext } from 'ra-core';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { forget } from '../palette/recent.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';

/** Leads to the start from the address of a group that is not there, or not for this person, and says so. */
export function GroupGone({ groupId }: { groupId: string }) {
  const notify = useNotify();
  const store = useStoreContext();
  useEffect(() => {
    forget(store, `story_group:${groupId}`);
    notify(t(groupWords.groupGone), { type: 'error' });
  }, [store, notify, groupId]);
  return <Navigate to="/" replace />;
}

import { useNotify, useStoreContext } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { deletedOf } from '../content/deleted/use-deleted-drawer.ts';
import { forget } from '../palette/recent.ts';
import { Redirect } from '../shell/Redirect.tsx';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import type { GroupDetail } from './group-queries.ts';

/**
 * Leads to the start from the address of a group that is not there, or not for this person, and says so; `deleted` is
 * one that lies in Recently deleted.
 */
export function GroupGone({ groupId, deleted }: { groupId: string; deleted: GroupDetail | undefined }) {
  const notify = useNotify();
  const store = useStoreContext();
  const navigate = useNavigate();
  const bin = deleted && deletedOf(deleted.app_id, deleted.instance_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once
  useEffect(() => {
    forget(store, `story_group:${groupId}`);
    const acts = bin ? [{ label: t(groupWords.recentlyDeleted), onClick: () => navigate(bin) }] : [];
    notify(t(groupWords.groupGone), { type: 'error', acts });
  }, [groupId]);
  return <Redirect to="/" />;
}

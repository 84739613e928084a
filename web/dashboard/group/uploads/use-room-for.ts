import { storyLimit } from '#contracts/api/plans.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { tooMany } from './upload-checks.ts';

/** Whether a group can take so many stories more. */
export interface Room {
  /** Why it cannot; null when it can. */
  full: string | null;
  /** It is the plan that has no room for them, and another plan would. */
  beyondPlan: boolean;
}

/** The room of a group for so many stories more, by its own limit and by that of the plan. */
export function useRoomFor(group: Pick<GroupDetail, 'app_id' | 'stories'>, added: number): Room {
  const { account, apps } = useSession();
  const limit = storyLimit(account.settings);
  const held = apps.find((one) => one.id === group.app_id)?.total_story_count ?? 0;
  const full = tooMany(group.stories.length, added);
  if (full || limit < 0 || added === 0 || held + added <= limit) return { full, beyondPlan: false };
  return { full: t(groupWords.planIsFull, { count: limit }), beyondPlan: true };
}

import { storyLimit } from '#contracts/plans.ts';
import { plural } from '../kit/format.ts';
import { useSession } from '../shell/session-context.tsx';
import type { GroupDetail } from './group-queries.ts';
import { tooMany } from './upload-checks.ts';

/** Why a group cannot take so many stories more, by its own limit or by that of the plan; null when it can. */
export function useRoomFor(group: Pick<GroupDetail, 'app_id' | 'stories'>, added: number): string | null {
  const { account, apps } = useSession();
  const limit = storyLimit(account.settings);
  const held = apps.find((one) => one.id === group.app_id)?.total_story_count ?? 0;
  const full = tooMany(group.stories.length, added);
  if (full || limit < 0 || added === 0 || held + added <= limit) return full;
  return `Your plan includes ${plural(limit, 'story', 'stories')} per app. Remove some to go on.`;
}

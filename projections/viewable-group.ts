import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { roleFor } from '#contracts/api/roles.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { GroupFacts } from '#kernel/commands/facts.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The group that a query names, under either name; 422 when it names none or two. */
export const namedGroup = ({
  id,
  story_group_id,
}: {
  id?: string | undefined;
  story_group_id?: string | undefined;
}): string => {
  if (id && story_group_id && id !== story_group_id) throw invalidField('story_group_id', storyGroupWords.groupsDiffer);
  const found = story_group_id ?? id;
  if (!found) throw invalidField('story_group_id', storyGroupWords.groupNeeded);
  return found;
};

/** Checks that a person may view a group of the account: by role for its app, creators only their own. */
export const requireViewableGroup = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  principal: Principal,
  groupId: string,
): Promise<GroupFacts> => {
  const group = await transaction(kernel.db, (trx) => kernel.facts.group(trx, principal.account_id, groupId));
  if (!group) throw new Refusal('NotFound');
  requireAct(principal, 'storyGroup.view', group.app_id);
  const creator = roleFor(principal.permissions, group.app_id) === 'story_creator';
  if (creator && group.user_id !== principal.user_id) throw new Refusal('PermissionDenied');
  return group;
};

import { useQueryClient } from '@tanstack/react-query';
import { groupStatus } from '#contracts/story-group/status.ts';
import { errorText } from '../api/error.ts';
import { storyGroupCommands } from '../content/story-group-commands.ts';
import { patchStoryGroup, refreshStoryGroups } from '../content/story-group-queries.ts';
import { useToast } from '../kit/Toast.tsx';
import { appsQuery } from '../shell/session-queries.ts';
import { type GroupDetail, refreshGroup } from './group-queries.ts';

/** Turns a group on or off at once; a refusal puts the switch back and says why. */
export function useGroupSwitch(group: GroupDetail): (on: boolean) => Promise<void> {
  const client = useQueryClient();
  const toast = useToast();
  return async (on) => {
    patchStoryGroup(client, group.id, { status: on ? groupStatus.active : groupStatus.inactive });
    try {
      if (on && group.status === groupStatus.passive) await storyGroupCommands.approveStoryGroup(group.id);
      else if (on) await storyGroupCommands.activateStoryGroup(group.id);
      else await storyGroupCommands.inactivateStoryGroup(group.id);
      toast({ kind: 'success', text: 'Status changed.' });
    } catch (error) {
      patchStoryGroup(client, group.id, { status: group.status });
      const reason = errorText(error);
      toast({ kind: 'undone', text: reason && `The switch was put back: ${reason}` });
    }
    client.invalidateQueries({ queryKey: appsQuery.queryKey });
    refreshGroup(client, group.id);
    await refreshStoryGroups(client);
  };
}

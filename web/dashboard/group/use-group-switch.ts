import { useQueryClient } from '@tanstack/react-query';
import { groupStatus } from '#contracts/story-group/status.ts';
import { patchStoryGroup } from '../content/story-group-queries.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import type { GroupDetail } from './group-queries.ts';
import { useGroupCommand } from './use-group-command.ts';

/** Turns a group on or off at once; a refusal puts the switch back and says why. */
export function useGroupSwitch(group: GroupDetail): (on: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const { run } = useGroupCommand<boolean>(group.id, {
    send: (product, on, key) =>
      on ? product.activateStoryGroup(group.id, key) : product.inactivateStoryGroup(group.id, key),
    show: (on) => {
      patchStoryGroup(client, group.id, { status: on ? groupStatus.active : groupStatus.inactive });
      return () => patchStoryGroup(client, group.id, { status: group.status });
    },
    said: () => t(groupWords.statusChanged),
    failed: (reason) => t(groupWords.switchPutBack, { reason }),
  });
  return run;
}

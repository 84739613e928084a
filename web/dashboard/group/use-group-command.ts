import { useQueryClient } from '@tanstack/react-query';
import type { Command } from '../kit/command.ts';
import { type Runnable, useCommand } from '../kit/use-command.ts';
import type { Product } from '../shell/session/data-provider.ts';
import { followHistory, groupChanges } from './group-queries.ts';

/** An act on a group or its stories: it changes the group wherever it is shown, and its history follows a moment later. */
export function useGroupCommand<Input = void, Answer = unknown>(
  groupId: string,
  command: Omit<Command<Product, Input, Answer>, 'on' | 'changes' | 'onEnd'>,
): Runnable<Input> {
  const client = useQueryClient();
  return useCommand<Input, Answer>({
    ...command,
    on: groupId,
    changes: groupChanges(groupId),
    onEnd: () => followHistory(client, groupId),
  });
}

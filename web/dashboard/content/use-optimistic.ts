import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refreshStoryGroups, storyGroupKeys } from './story-group-queries.ts';

const tails = new Map<string, Promise<unknown>>();
let running = 0;

/** One act: what is shown at once, how it is put back, and the call that makes it true. */
export interface OptimisticAct<Answer> {
  /** Acts with the same name run one after another. */
  name: string;
  apply: () => void;
  putBack: () => void;
  send: () => Promise<Answer>;
}

/** Runs acts that are shown before the server has answered; a failed one is put back and its error is thrown. */
export function useOptimistic(): <Answer>(act: OptimisticAct<Answer>) => Promise<Answer> {
  const client = useQueryClient();
  return useCallback(
    async <Answer>({ name, apply, putBack, send }: OptimisticAct<Answer>): Promise<Answer> => {
      running += 1;
      // An answer that left the server before the act would show the old state again.
      client.cancelQueries({ queryKey: storyGroupKeys.lists });
      apply();
      const before = tails.get(name) ?? Promise.resolve();
      const answer = before.then(send, send);
      tails.set(name, answer);
      try {
        return await answer;
      } catch (error) {
        putBack();
        throw error;
      } finally {
        if (tails.get(name) === answer) tails.delete(name);
        running -= 1;
        if (running === 0) refreshStoryGroups(client);
      }
    },
    [client],
  );
}

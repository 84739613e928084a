import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { type EpochMs, toEpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { type CommandKernel, systemContext, withContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { say } from '#kernel/platform/say.ts';
import { decideEnd } from './decide.ts';

const batch = 100;
const everyMs = 1000;

interface Due {
  group_id: string;
  account_id: string;
  ts_end: UnixSeconds;
}

/** The next groups whose end has come, after `last`; `now` in unix seconds. */
const nextDue = async (kernel: Pick<Kernel, 'db'>, now: UnixSeconds, last: Due | undefined): Promise<Due[]> => {
  const { rows } = await kernel.db.pool.query<Due>({
    name: 'groups-due',
    text: `select e.group_id, e.account_id, e.ts_end
             from group_end e join instance i on i.id = e.instance_id and not i.deleted
            where e.ts_end <= $1 and ($2::bigint is null or (e.ts_end, e.group_id) > ($2, $3))
            order by e.ts_end, e.group_id limit ${batch}`,
    values: [now, last?.ts_end ?? null, last?.group_id ?? null],
  });
  return rows;
};

/** Ends one group in a transaction of its own; one that has changed meanwhile is left as it is. */
const endGroup = async (kernel: CommandKernel, { group_id, account_id }: Due, nowMs: EpochMs): Promise<boolean> => {
  const { data } = await runCommand(kernel, systemContext(nowMs, account_id), async (trx) => {
    const group = await load<StoryGroupState>(trx, `storyGroup-${group_id}`);
    const end = group.state.ts_end ?? 0;
    const events = decideEnd(group.state, toSeconds(nowMs));
    const at = new Date(toEpochMs(end)).toISOString().slice(0, 16).replace('T', ' ');
    const detail = say(fill(storyGroupWords.endReached, { at }));
    await save(withContext(trx, { cause: { type: 'end_date', id: group_id, detail } }), group, events);
    return { status: 200, data: events.length > 0 };
  });
  return data;
};

/**
 * Ends every active group whose end date has come at `nowMs`, earliest first, each by an event of the system; answers how
 * many. One that fails is logged and tried again the next time; it holds up no other.
 */
export const endDueGroups = async (kernel: CommandKernel, nowMs: EpochMs, signal?: AbortSignal): Promise<number> => {
  let ended = 0;
  let due: Due[] = [];
  do {
    due = await nextDue(kernel, toSeconds(nowMs), due.at(-1));
    for (const one of due) {
      if (signal?.aborted) return ended;
      try {
        if (await endGroup(kernel, one, nowMs)) ended += 1;
      } catch (error) {
        kernel.log.error({ err: error, story_group_id: one.group_id }, 'could not end a story group');
      }
    }
  } while (due.length === batch);
  return ended;
};

/** Ends story groups at their end date, in one process at a time; it looks each second. */
export const startExpiryScheduler: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.locks, 'end-groups', async (signal) => {
    while (!signal.aborted) {
      await endDueGroups(kernel, kernel.now(), signal);
      await delay(everyMs, signal);
    }
  });

import type { Cause } from '#contracts/event.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { type CommandKernel, systemContext, withContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { type CapKind, type CountedTotal, capOf, decideCap, decideStoryCap } from './decide.ts';

const waitingAtOnce = 100;
const groupsAtOnce = 500;

/** The batch with which a group reached a cap. */
interface Batch {
  batch_id: string;
  received_at: Date;
}
/** A cap that is reached. `batch`: with which it was; null when more than it allows was counted before it was set. */
interface Reached extends CountedTotal {
  /** The group, or the story where `story_of` names its group. */
  group_id: string;
  story_of?: string | null;
  cap: number;
  batch: Batch | null;
}

const counts = (kind: CapKind, count: number): Phrase =>
  fill(kind === 'view' ? storyGroupWords.views : storyGroupWords.clicks, { count });

const capNow = (state: StoryGroupState, { group_id, story_of, kind }: Reached): number | null =>
  story_of ? (state.stories.find(({ id }) => id === group_id)?.target_cap ?? null) : capOf(state, kind);

/** What is said of the event: which cap, how far it was counted, and the batch that crossed the line. */
export const causeOf = (state: StoryGroupState, reached: Reached): Cause => {
  const { group_id, story_of, kind, cap, counted, batch } = reached;
  const type = story_of ? 'target_cap' : `${kind}_cap`;
  const height = capNow(state, reached);
  // The batch was counted against the cap of then; one that was changed since is reached by what stands there already.
  if (batch && height === cap) {
    const at = batch.received_at.toISOString().slice(0, 19).replace('T', ' ');
    const said = fill(storyGroupWords.capReachedBy, { cap: counts(kind, cap), at, counted });
    return { type, id: batch.batch_id, detail: say(said) };
  }
  const said = fill(storyGroupWords.capReached, { cap: counts(kind, height ?? cap), counted: counts(kind, counted) });
  return { type, id: group_id, detail: say(said) };
};

/** Stops one group or story in a transaction of its own; one that has changed meanwhile is left as it is. */
const stopGroup = async (kernel: CommandKernel, reached: Reached): Promise<boolean> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now()), async (trx) => {
    const { group_id, story_of, counted } = reached;
    const group = await load<StoryGroupState>(trx, `storyGroup-${story_of ?? group_id}`);
    const events = story_of ? decideStoryCap(group.state, group_id, counted) : decideCap(group.state, reached);
    const { account_id } = group.state;
    await save(withContext(trx, { account_id, cause: causeOf(group.state, reached) }), group, events);
    return { status: 200, data: events.length > 0 };
  });
  return data;
};

const markHandled = async (db: Db, { group_id, kind, cap }: Reached): Promise<void> => {
  await db.pool.query(
    'update cap_reached set handled_at = now() where group_id = $1 and kind = $2 and cap = $3 and handled_at is null',
    [group_id, kind, cap],
  );
};

interface Waiting extends CountedTotal, Batch {
  group_id: string;
  story_of: string | null;
  cap: number;
}

/**
 * Stops every group and story of which a batch was counted that reached its cap; answers how many. A row is ticked off once its
 * command is through, so that a process that dies in between does it again, which then changes nothing.
 */
export const stopReached = async (
  kernel: CommandKernel & Pick<Kernel, 'analytics'>,
  signal?: AbortSignal,
): Promise<number> => {
  const { rows } = await kernel.analytics.pool.query<Waiting>(
    `select group_id, story_of, kind, cap, counted, batch_id, received_at from cap_reached
      where handled_at is null order by received_at, group_id, kind limit ${waitingAtOnce}`,
  );
  let stopped = 0;
  for (const { batch_id, received_at, ...one } of rows) {
    if (signal?.aborted) break;
    const reached = { ...one, batch: { batch_id, received_at } };
    try {
      if (await stopGroup(kernel, reached)) stopped += 1;
      await markHandled(kernel.analytics, reached);
    } catch (error) {
      kernel.log.error({ err: error, story_group_id: one.group_id }, 'could not stop a story group at its cap');
    }
  }
  return stopped;
};

interface Over {
  group_id: string;
  story_of: string | null;
  view_cap: number | null;
  click_cap: number | null;
  views: number;
  clicks: number;
}

/** Those of the groups of which as much is counted as a cap allows. Cost: for each group the days that it has figures of. */
const overCap = async (db: Db, groups: readonly string[]): Promise<Over[]> => {
  const { rows } = await db.pool.query<Over>(
    `select c.group_id, c.story_of, c.view_cap, c.click_cap, s.views, s.clicks
       from group_cap c cross join lateral (
         select coalesce(sum(case c.counts when 'ivod_views' then d.ivod_views else d.impressions end), 0)::bigint as views,
                coalesce(sum(d.clicks), 0)::bigint as clicks
           from daily_count d
          where d.app_id = c.app_id and d.subject_id = c.group_id
            and d.scope = case when c.story_of is null then 'group' else 'story' end) s
      where c.group_id = any($1::uuid[]) and (s.views >= c.view_cap or s.clicks >= c.click_cap)`,
    [groups],
  );
  return rows;
};

const batchOf = async (
  db: Db,
  group_id: string,
  kind: CapKind,
  cap: number,
): Promise<(Batch & CountedTotal) | null> => {
  const { rows } = await db.pool.query<Batch & CountedTotal>(
    'select kind, counted, batch_id, received_at from cap_reached where group_id = $1 and kind = $2 and cap = $3',
    [group_id, kind, cap],
  );
  return rows[0] ?? null;
};

/** Stops those of the groups whose caps were reached before they were set, or before the group was activated again. */
export const stopOverCap = async (
  kernel: CommandKernel & Pick<Kernel, 'analytics'>,
  groups: readonly string[],
): Promise<number> => {
  let stopped = 0;
  for (let from = 0; from < groups.length; from += groupsAtOnce)
    for (const over of await overCap(kernel.analytics, groups.slice(from, from + groupsAtOnce))) {
      const { group_id, story_of, view_cap, click_cap } = over;
      const kind: CapKind = view_cap !== null && over.views >= view_cap ? 'view' : 'click';
      const cap = kind === 'view' ? view_cap! : click_cap!;
      const known = await batchOf(kernel.analytics, group_id, kind, cap);
      const counted = known?.counted ?? (kind === 'view' ? over.views : over.clicks);
      try {
        if (await stopGroup(kernel, { group_id, story_of, kind, cap, counted, batch: known })) stopped += 1;
      } catch (error) {
        kernel.log.error({ err: error, story_group_id: group_id }, 'could not stop a story group over its cap');
      }
    }
  return stopped;
};

import { accountOf, changesOf, sentenceOf } from '#contracts/audit/describe.ts';
import { storyIdOf } from '#contracts/story-group/audit.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { streamId, streamNoun } from '#contracts/stream-name.ts';
import { toSeconds } from '#contracts/time.ts';
import { say } from '#kernel/platform/say.ts';
import { type Projection, perTransaction } from '../projection.ts';
import { planOf } from './plan.ts';

const drafts = perTransaction<{ rows: object[]; plans: object[] }>(() => ({ rows: [], plans: [] }));

const isSamePlan = (before: StoryGroupState, after: StoryGroupState): boolean =>
  before.exists && JSON.stringify(planOf(before)) === JSON.stringify(planOf(after));

/** Every version of every story group: who made it, when, and what it changed; and what decided when it was live. */
export const historyProjection: Projection = {
  name: 'history',
  tables: new URL('./tables.sql', import.meta.url),
  async apply(trx, event, fold) {
    const { meta } = event;
    if (streamNoun(meta.stream) !== 'storyGroup') return;
    const [before, after] = [fold.before(), fold.after()];
    const { rows, plans } = drafts(trx);
    const group = after as StoryGroupState;
    if (group.exists && !isSamePlan(before as StoryGroupState, group))
      plans.push({ story_group_id: group.id, version: meta.version, ts: toSeconds(meta.ts), ...planOf(group) });
    rows.push({
      story_group_id: streamId(meta.stream),
      version: meta.version,
      account_id: accountOf(event, after),
      ts: toSeconds(meta.ts),
      actor_type: meta.actor.type,
      actor_id: meta.actor.id,
      on_behalf_of: meta.on_behalf_of,
      story_id: storyIdOf(event),
      action: event.type,
      sentence: sentenceOf(event, before, after, say),
      changes: changesOf(event, before, after, say),
      cause: meta.cause,
    });
  },
  async flush(trx) {
    const { rows, plans } = drafts(trx);
    for (const [table, drafted] of [
      ['history_row', rows],
      ['history_plan', plans],
    ] as const)
      if (drafted.length > 0)
        await trx.client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
          JSON.stringify(drafted),
        ]);
  },
};

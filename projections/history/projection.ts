import { accountOf, changesOf, sentenceOf } from '#contracts/audit/describe.ts';
import { storyIdOf } from '#contracts/story-group/audit.ts';
import { streamId, streamNoun } from '#contracts/stream-name.ts';
import { toSeconds } from '#contracts/time.ts';
import { say } from '#kernel/platform/say.ts';
import { type Projection, perTransaction } from '../projection.ts';

const drafts = perTransaction<object[]>(() => []);

/** Every version of every story group: who made it, when, and what it changed. */
export const historyProjection: Projection = {
  name: 'history',
  tables: new URL('./tables.sql', import.meta.url),
  async apply(trx, event, fold) {
    const { meta } = event;
    if (streamNoun(meta.stream) !== 'storyGroup') return;
    const [before, after] = [fold.before(), fold.after()];
    drafts(trx).push({
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
    const rows = drafts(trx);
    if (rows.length === 0) return;
    await trx.client.query('insert into history_row select * from jsonb_populate_recordset(null::history_row, $1)', [
      JSON.stringify(rows),
    ]);
  },
};

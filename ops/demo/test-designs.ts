import type { Test } from 'tap';
import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import type { Harness } from '../testing/harness.ts';
import type { DemoBatch } from './traffic.ts';

/** Asserts that the demo has designs with a history, ways through a group, and the first answers of its traffic. */
export const assertDesigns = async (t: Test, h: Harness, traffic: readonly DemoBatch[]): Promise<void> => {
  const { rows: designs } = await h.kernel.db.pool.query<{ story_id: string; changes: number; led: boolean }>(
    `select data->>'story_id' as story_id, count(*)::int as changes, bool_or(data->'changes' ? 'conditions') as led
       from event where type = 'StoryChanged' and data->'changes' ? 'studio' group by 1`,
  );
  t.ok(designs.length >= 4, `${designs.length} designed stories`);
  t.ok(
    designs.some(({ changes }) => changes === 2),
    'some were improved',
  );
  t.ok(
    designs.some(({ led }) => led),
    'answers lead on',
  );
  await h.caughtUp();
  const { rows: told } = await h.kernel.db.pool.query<{ changes: string }>(
    `select changes::text from history_row where changes::text like '%question%'`,
  );
  t.ok(told.length > 0, 'in words');
  const given = new Set<string>();
  let without = 0;
  for (const { batch } of traffic)
    for (const { type, story_id, component_id } of batch.events) {
      if (!(sdkAnswerTypes as readonly string[]).includes(type)) continue;
      if (batch.viewer_id) given.add([batch.viewer_id, story_id, component_id, type].join(' '));
      else without += 1;
    }
  const { rows } = await h.kernel.analytics.pool.query<{ answers: number }>(
    'select count(*)::int as answers from answer',
  );
  t.ok(given.size > 5, `${given.size} answers`);
  t.equal(rows[0]!.answers, given.size + without);
};

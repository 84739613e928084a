import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { presenceTimes } from '#contracts/studio/presence.ts';

/** A moment so many ms after that of a column. */
export const msAfter = (column: string, length: number) => `${column} + interval '${length} milliseconds'`;

/** When a place that is asked for is given by silence. */
export const givenAt = msAfter('t.asked_at', presenceTimes.answerMs);
const givenUntil = msAfter('t.asked_at', presenceTimes.answerMs + draftLimits.heldMs);
/** Silence has given the place away, though nothing has written so yet. */
const isGiven = `t.holder = d.held_by and t.refused_at is null and ${givenAt} <= $2`;

/**
 * Who writes a draft `d` at the moment `$2`, in SQL: `joins` follow the table, `held_by` and `held_until` are null where nobody
 * does.
 */
export const placeNow = {
  joins: `left join story_take_over t on t.story_id = d.story_id
   cross join lateral (select case when ${isGiven} then ${givenUntil} else d.held_until end as until) h`,
  held_by: `case when h.until > $2 then case when ${isGiven} then t.asked_by else d.held_by end end`,
  held_until: 'case when h.until > $2 then h.until end',
} as const;

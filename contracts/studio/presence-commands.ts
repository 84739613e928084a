import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { componentId } from './components/base.ts';
import type { StudioPicture } from './presence.ts';

/** The name that a window of a session made up for itself, of the same form as those of components. */
const windowId = componentId.optional();

/** PUT /story_group/presence: what somebody looks at in a group; null: no story, or none of its components. */
export const sendPresence = z.strictObject({
  story_group_id: id,
  window_id: windowId,
  story_id: id.nullable().default(null),
  component_id: componentId.nullable().default(null),
});
export type SendPresence = z.infer<typeof sendPresence>;

export const presenceQuery = z.strictObject({ story_group_id: id });

/**
 * DELETE /story_group/presence, in its query or body: without a window, all of the session are left; with a story, that one alone
 * is, for another one of the group.
 */
export const leftPresence = z.strictObject({
  story_group_id: id.optional(),
  window_id: windowId,
  story_id: id.optional(),
});
export type LeftPresence = z.infer<typeof leftPresence>;

/** POST /story/draft/take_over: without `grant` it asks, with it whoever writes the draft answers. */
export const takeOver = z.strictObject({ story_id: id, grant: z.boolean().optional() });
export type SendTakeOver = z.infer<typeof takeOver>;

/** Answer of POST /story/draft/take_over: who has the place now, and until when it stays or is waited for. */
export const takeOverAnswer = z.object({
  /** Whether who asked has the place. */
  granted: z.boolean(),
  user_id: id,
  until: unixSeconds,
});
export type TakeOverAnswer = z.infer<typeof takeOverAnswer>;

export const studioPicture: z.ZodType<StudioPicture> = z.object({
  present: z.array(
    z.object({ user_id: id, name: z.string(), story_id: id.nullable(), component_id: z.string().nullable() }),
  ),
  drafts: z.array(
    z.object({
      story_id: id,
      rev: z.int(),
      user_id: id,
      ts_updated: unixSeconds,
      held_by: id.nullable(),
      held_until: unixSeconds.nullable(),
    }),
  ),
  take_overs: z.array(
    z.object({ story_id: id, user_id: id, state: z.enum(['asked', 'refused', 'over']), until: unixSeconds }),
  ),
  version: z.int(),
});

import { z } from 'zod';
import { id, queryInt, unixSeconds } from '../api/ids.ts';
import { actorRow } from '../audit/rows.ts';
import { storyGroupRow } from './rows.ts';

/** GET /segment: without an app the labels of every app that the caller sees. */
export const segmentQuery = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  limit: queryInt(1, 1000).optional(),
});

/** A label in use, and how many groups carry it. */
export const segmentRow = z.object({ name: z.string(), count: z.int() });
export type SegmentRow = z.infer<typeof segmentRow>;

/** GET /story_group/deleted. */
export const deletedGroupsQuery = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 1_000_000).optional(),
});

/** A deleted group as it was, with who deleted it and when. */
export const deletedGroupRow = storyGroupRow.extend({ ts_deleted: unixSeconds, deleted_by: actorRow });
export type DeletedGroupRow = z.infer<typeof deletedGroupRow>;

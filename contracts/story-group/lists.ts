import { z } from 'zod';
import { id, queryInt, querySeconds, unixSeconds } from '../api/ids.ts';
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

/** GET /story_group/live_times: an app, and the range that is asked for, at most 366 days. */
export const liveTimesQuery = z.strictObject({
  app_id: id,
  ts_start: querySeconds,
  ts_end: querySeconds,
});

/** What ended a time in which a group was live: its end date, its cap, or somebody who took it off. */
export const liveEnd = z.enum(['end_date', 'cap', 'status']);

/**
 * A time in which a group was live: active, published, and within its dates. What lies outside of the range, or has not
 * come, is null. Title, icon and status are those of now.
 */
export const liveTimeRow = z.object({
  story_group_id: id,
  instance_id: id,
  title: z.string(),
  icon: z.string(),
  status: z.int(),
  ts_start: unixSeconds.nullable(),
  ts_end: unixSeconds.nullable(),
  ended_by: liveEnd.nullable(),
});
export type LiveTimeRow = z.infer<typeof liveTimeRow>;

/** The times that touch a range, told up to `until`, the server's clock; what comes after is plan. */
export const liveTimes = z.object({ until: unixSeconds, times: z.array(liveTimeRow) });
export type LiveTimes = z.infer<typeof liveTimes>;

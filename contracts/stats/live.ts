import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';

/** Minutes that the live picture of an app covers, the present one included. */
export const liveMinutes = 30;
/** Groups that it names. */
export const liveGroups = 5;

export const liveQuery = z.strictObject({ app_id: id });

const counts = { opens: z.int(), impressions: z.int(), clicks: z.int(), completes: z.int() };
const liveMinute = z.object({ ts: unixSeconds, ...counts });
const liveGroup = z.object({ id, title: z.string(), ...counts });

/**
 * What happened in an app in the last 30 minutes, by the events' own time: each minute in order and the five busiest groups.
 * `ts_start` is the first minute of the window, `ts_end` the end of the present one.
 */
export const livePicture = z.object({
  app_id: id,
  ts_start: unixSeconds,
  ts_end: unixSeconds,
  minutes: z.array(liveMinute),
  groups: z.array(liveGroup),
});
export type LivePicture = z.infer<typeof livePicture>;

/** What is other than in the message before: only the minutes that changed or are new; minutes before `ts_start` are gone. */
export type LiveChange = LivePicture;

/** A picture after a change. */
export const withLiveChange = (picture: LivePicture, change: LiveChange): LivePicture => {
  const minutes = new Map([...picture.minutes, ...change.minutes].map((minute) => [minute.ts, minute]));
  return {
    ...change,
    minutes: [...minutes.values()].filter(({ ts }) => ts >= change.ts_start).sort((a, b) => a.ts - b.ts),
  };
};

const sameCounts = (a: object, b: object | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What leads from one picture to the next; null when nothing does. */
export const liveChangeBetween = (before: LivePicture, after: LivePicture): LiveChange | null => {
  const known = new Map(before.minutes.map((minute) => [minute.ts, minute]));
  const minutes = after.minutes.filter((minute) => !sameCounts(minute, known.get(minute.ts)));
  if (minutes.length === 0 && after.ts_end === before.ts_end && sameCounts(after.groups, before.groups)) return null;
  return { ...after, minutes };
};

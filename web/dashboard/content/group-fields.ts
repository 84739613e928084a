import { limits } from '#contracts/limits.ts';
import type { StoryGroupRow } from '#contracts/story-group.ts';
import { clockIn, momentOf } from '../kit/zone.ts';

/** What the drawer edits, apart from the cover; moments are unix seconds. */
export interface GroupFields {
  title: string;
  ts_start: number | null;
  ts_end: number | null;
}

/** Messages by the name of the field. */
export type GroupErrors = Partial<Record<keyof GroupFields | 'icon', string>>;

/** The fields of a group; of a new one when there is none: no name, starting now, without an end. */
export function fieldsOf(row: Pick<StoryGroupRow, keyof GroupFields> | null, now: number): GroupFields {
  if (row) return { title: row.title, ts_start: row.ts_start, ts_end: row.ts_end };
  return { title: '', ts_start: Math.floor(now / 60) * 60, ts_end: null };
}

/** The first moment of yesterday on the calendar of a zone. */
export function startOfYesterday(timeZone: string, now: number): number {
  const { year, month, day } = clockIn(timeZone, now);
  // Noon is on the right day whatever the clocks do.
  const yesterday = clockIn(timeZone, momentOf(timeZone, { year, month, day, hour: 12, minute: 0 }) - 86_400);
  return momentOf(timeZone, { ...yesterday, hour: 0, minute: 0 });
}

/** What is wrong with the fields; a start that was not changed may lie further back. */
export function checkFields(
  fields: GroupFields,
  before: GroupFields,
  hasCover: boolean,
  { timeZone, now }: { timeZone: string; now: number },
): GroupErrors {
  const errors: GroupErrors = {};
  const letters = [...fields.title.trim()].length;
  if (!hasCover) errors.icon = 'Add a cover image.';
  if (letters === 0) errors.title = 'Give the story group a name.';
  if (letters > limits.groupTitle) errors.title = `Story group name can be maximum ${limits.groupTitle} characters.`;
  const { ts_start, ts_end } = fields;
  if (ts_start === null) errors.ts_start = 'Choose a start date.';
  else if (ts_start !== before.ts_start && ts_start < startOfYesterday(timeZone, now)) {
    errors.ts_start = 'Start date cannot be before yesterday.';
  }
  if (ts_start !== null && ts_end !== null && ts_end <= ts_start) {
    errors.ts_end = 'End date must be after the start date.';
  }
  return errors;
}

/** Only what differs from before, as it is sent. */
export function changedFields(fields: GroupFields, before: GroupFields): Partial<GroupFields> {
  const title = fields.title.trim();
  return {
    ...(title === before.title ? {} : { title }),
    ...(fields.ts_start === before.ts_start ? {} : { ts_start: fields.ts_start }),
    ...(fields.ts_end === before.ts_end ? {} : { ts_end: fields.ts_end }),
  };
}

import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { readStream } from '#kernel/event-store/read.ts';

/** The version in an If-Match header, a number or one in quotes; null when there is none or it is `*`. */
export const matchVersion = (header: string | undefined): number | null => {
  if (header === undefined || header.trim() === '*') return null;
  const found = /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim());
  if (!found) throw invalidField('If-Match', 'If-Match is the version that you read, such as "12".');
  return Number(found[2]);
};

const groupFields = new Set<string>([
  'StoryGroupDetailsChanged',
  'StoryGroupStatusChanged',
  'StoryGroupDeleted',
  'StoryGroupRestored',
]);

/** Whether an event touched the group's own fields. */
export const touchesGroup = (event: StoryrailEvent): boolean => groupFields.has(event.type);

/** Whether an event touched one story. */
export const touchesStory =
  (storyId: string) =>
  (event: StoryrailEvent): boolean => {
    if (event.type === 'StoryAdded') return event.data.story.id === storyId;
    if (event.type === 'StoryGroupRestored') return event.data.stories.some((story) => story.story_id === storyId);
    return 'story_id' in event.data && event.data.story_id === storyId;
  };

/** 412 when an event after `version` touched the same thing. */
export const requireUnchanged = async (
  trx: CommandTrx,
  stream: string,
  version: number | null,
  touches: (event: StoryrailEvent) => boolean,
): Promise<void> => {
  if (version === null) return;
  const later: Recorded<StoryrailEvent>[] = await readStream(trx.client, stream, version);
  if (later.some(touches)) throw new Refusal('VersionConflict');
};

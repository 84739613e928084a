import type { StoredMedia } from '#contracts/api/media.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import type { DesignFault } from '#contracts/studio/check/checked.ts';
import type { DraftCheck, DraftContent } from '#contracts/studio/draft-content.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { designCheckWords } from '#contracts/words/design-checks.en.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { say } from '#kernel/platform/say.ts';

/** What the checks of a content know beside it. */
export interface CheckedAgainst {
  now: UnixSeconds;
  story: StoryState | null;
  /** What the content names as its image or video. */
  media: StoredMedia | null;
  /** The ids of the group's stories in their order, among them its own. */
  order: readonly string[];
  story_id: string;
}

/** What of a check stops a story: a fault of its design, or a length that a video can't have. */
export type PublishFault = Omit<DesignFault, 'code'> & { code: DesignFault['code'] | 'Invalid' };

/** What stops a content from being published. */
export const draftFaults = (content: DraftContent, against: CheckedAgainst): PublishFault[] => {
  const { now, story, media, order, story_id } = against;
  // A color is drawn as a picture: a video has no such stand-in.
  const canStandIn = content.type === 1;
  const faults: PublishFault[] = checkDesign(
    {
      title: content.title,
      type: content.type,
      hasMedium: content.media !== null,
      studio: content.studio,
      conditions: content.conditions,
    },
    {
      now,
      videoMs: media?.duration_ms ?? null,
      before: story?.studio ?? null,
      laterStories: new Set(order.slice(order.indexOf(story_id) + 1)),
    },
  );
  if (content.media === null && !canStandIn && content.studio?.background)
    faults.push({ path: 'media', code: 'media_missing', phrase: designCheckWords.mediaMissing });
  if (content.type === 2 && content.studio?.duration_ms)
    faults.push({ path: 'studio.duration_ms', code: 'Invalid', phrase: storyGroupWords.videoLength });
  return faults;
};

/** A fault as it is answered. */
export const shownCheck = ({ path, code, phrase }: PublishFault): DraftCheck => ({ path, code, message: say(phrase) });

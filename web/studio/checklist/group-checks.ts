import { adviseDesign } from '#contracts/studio/check/advise-design.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import {
  type ContrastSample,
  type DesignAdvice,
  type DesignContent,
  type DesignFault,
  ignoredKey,
} from '#contracts/studio/check/checked.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { contentOfStory } from '../drafts/group-contents.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';

/** What a story was checked with; what was not known of it cannot be said to be in order. */
export interface CheckedStory {
  content: DesignContent;
  videoMs: number | null;
  mediumSize: { width: number; height: number } | null;
  samples: ReadonlyMap<string, ContrastSample>;
  /** The codes of the suggestions that were set aside. */
  ignored: ReadonlySet<string>;
}

/** What is wrong with a story of the group: what stops it, and what could be better and was not set aside. */
export interface StoryChecks {
  storyId: string;
  /** Its place in the group, from 1. */
  place: number;
  title: string;
  studio: Studio;
  errors: readonly DesignFault[];
  advice: readonly DesignAdvice[];
  /** What it was checked with. */
  checked: CheckedStory;
}

/** What the checks know beside the stories; `samples` and `videoMs` are of the story that is open. */
export interface GroupCheckFacts {
  now: UnixSeconds;
  openId: string;
  videoMs: number | null;
  samples: ReadonlyMap<string, ContrastSample>;
  /** Whether viewers have SDKs that know no conditions. */
  hasOldSdk: boolean;
}

const checked = ({ title, type, media, studio, conditions }: StoryContent): DesignContent => ({
  title,
  type,
  hasMedium: media !== null,
  studio,
  conditions,
});

/** What is wrong with the drafts of a group, in its order; what is only published was checked when it was. */
export function groupChecks(
  entries: readonly StripEntry[],
  contents: ReadonlyMap<string, StoryContent>,
  { now, openId, videoMs, samples, hasOldSdk }: GroupCheckFacts,
): StoryChecks[] {
  const group = entries.flatMap(({ id }) => {
    const content = contents.get(id);
    return content ? [{ id, studio: content.studio, conditions: content.conditions }] : [];
  });
  return entries.flatMap(({ id, story, draft }, at): StoryChecks[] => {
    const content = contents.get(id);
    if (!content || (!draft && id !== openId)) return [];
    const isOpen = id === openId;
    const own = story && content.media === story.media ? story : null;
    const known: CheckedStory = {
      content: checked(content),
      videoMs: isOpen ? videoMs : (own?.duration_ms ?? null),
      mediumSize: own?.width && own.height ? { width: own.width, height: own.height } : null,
      samples: isOpen ? samples : new Map(),
      ignored: new Set(content.ignored.map((key) => key.slice(0, key.indexOf(' ')))),
    };
    const errors = checkDesign(known.content, {
      now,
      videoMs: known.videoMs,
      before: story ? contentOfStory(story).studio : null,
      laterStories: new Set(entries.slice(at + 1).map((one) => one.id)),
    });
    const ignored = new Set(content.ignored);
    const advice = adviseDesign(known.content, {
      videoMs: known.videoMs,
      mediumSize: known.mediumSize,
      samples: known.samples,
      group,
      storyId: id,
      hasOldSdk,
    }).filter((one) => !ignored.has(ignoredKey(one, content.studio)));
    const { title, studio } = content;
    return [{ storyId: id, place: at + 1, title, studio, errors, advice, checked: known }];
  });
}

import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { storyPicture } from '../group/stories/story-facts.ts';
import { StoryThumb } from '../kit/pictures/StoryThumb.tsx';
import { DesignLayer } from './DesignLayer.tsx';

/** A picture that fills its place is at most so many px wide. */
const widest = 240;

type Pictured = Pick<StoryRow, 'thumbnail' | 'media' | 'type' | 'status' | 'studio'>;

/** A story as a small picture, with its design where it has one; without a width it fills its place. */
export function StoryPicture({ story, width }: { story: Pictured; width?: number }) {
  const src = storyPicture(story);
  const off = story.status !== storyStatus.active;
  return (
    <StoryThumb src={src} {...(width && { width })} off={off}>
      {story.studio ? <DesignLayer studio={story.studio} src={src} width={width ?? widest} off={off} /> : null}
    </StoryThumb>
  );
}

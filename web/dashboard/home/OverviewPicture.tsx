import type { Overview } from '#contracts/stats/stats.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import { ListedDesign } from '../designs/ListedDesign.tsx';
import { StoryThumb } from '../kit/pictures/StoryThumb.tsx';

/** Properties of an OverviewPicture; `width` in px, `marked` where there is room for a mark of what its design asks. */
export interface OverviewPictureProps {
  story: Pick<Overview['story_groups'][number]['stories'][number], 'id' | 'thumbnail' | 'designed' | 'status'>;
  width: number;
  marked?: boolean;
}

/** A story of Home's lists as it looks, gray while it is off. */
export function OverviewPicture({ story, width, marked }: OverviewPictureProps) {
  const shown = { src: story.thumbnail, width, off: story.status !== storyStatus.active };
  return (
    <StoryThumb {...shown}>
      {story.designed ? <ListedDesign storyId={story.id} {...shown} marked={marked} /> : null}
    </StoryThumb>
  );
}

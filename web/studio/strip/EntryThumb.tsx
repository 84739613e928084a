import { useMemo } from 'react';
import { DesignLayer } from '../../dashboard/designs/DesignLayer.tsx';
import { StoryThumb } from '../../dashboard/kit/pictures/StoryThumb.tsx';
import { contentPicture, type StoryContent } from '../state/story-content.ts';
import type { StripEntry } from './entries.ts';

/** Properties of an EntryThumb; `width` in px. */
export interface EntryThumbProps {
  entry: StripEntry;
  content: StoryContent | undefined;
  width: number;
}

/** A story of the group as a small picture, drawn where it has a design or a draft. */
export function EntryThumb({ entry, content, width }: EntryThumbProps) {
  const src = content ? contentPicture(content) : null;
  const isDrawn = content && (content.media === null || entry.draft !== null || entry.story?.studio != null);
  const layer = useMemo(
    () => (content && isDrawn ? <DesignLayer studio={content.studio} src={src} width={width * 2} /> : null),
    [content, isDrawn, src, width],
  );
  return (
    <StoryThumb src={src} width={width}>
      {layer}
    </StoryThumb>
  );
}

import { Video } from 'lucide-react';
import { itemIcons } from '../palette/palette-items.ts';
import type { StoryContent } from '../state/story-content.ts';
import css from './Strip.module.css';
import { storySign } from './story-sign.ts';

/** The sign of what is done in a story, in the corner of its small picture; nothing where it only shows something. */
export function StorySign({ content }: { content: StoryContent | undefined }) {
  const sign = content ? storySign(content) : null;
  const Sign = sign === 'video' ? Video : sign && itemIcons[sign];
  return Sign ? (
    <span className={css.sign} aria-hidden>
      <Sign size={11} />
    </span>
  ) : null;
}

import { ArrowUp, Image, Video } from 'lucide-react';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './StoryChips.module.css';
import storyGrid from './StoryGrid.module.css';
import { leadsOut } from './story-facts.ts';

/** What a story is and what can be done in it: Video, Swipe Up. */
export function StoryChips({ story, plain }: { story: StoryRow; plain?: boolean }) {
  const swipe = leadsOut(story);
  const video = story.type === 2;
  return (
    <span className={storyGrid.chips}>
      {video || (plain && !swipe) ? (
        <span className={css.chip}>
          {video ? <Video aria-hidden /> : <Image aria-hidden />}
          {video && swipe && !plain ? (
            <span className="visually-hidden">{t(groupWords.video)}</span>
          ) : video ? (
            t(groupWords.video)
          ) : (
            t(groupWords.picture)
          )}
        </span>
      ) : null}
      {swipe ? (
        <span className={css.chip}>
          <ArrowUp aria-hidden />
          {t(groupWords.swipeUp)}
        </span>
      ) : null}
    </span>
  );
}

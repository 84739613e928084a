import { ArrowUp, Image, Video } from 'lucide-react';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { designMarks } from '../../designs/design-marks.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './StoryChips.module.css';
import storyGrid from './StoryGrid.module.css';
import { leadsOut } from './story-facts.ts';

function DesignChip({ story: { studio } }: { story: StoryRow }) {
  const [first, ...others] = designMarks(studio);
  if (!first) return null;
  const [kind, Icon] = first;
  return (
    <span className={css.chip}>
      <Icon aria-hidden />
      {t(componentWords[kind])}
      {others.length > 0 ? (
        <>
          <span aria-hidden>+{others.length}</span>
          <span className="visually-hidden">, {others.map(([other]) => t(componentWords[other])).join(', ')}</span>
        </>
      ) : null}
    </span>
  );
}

const isMarked = ({ studio }: StoryRow): boolean => designMarks(studio).length > 0;

/** What a story is and what can be done in it: Video, its components, Swipe Up. */
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
      <DesignChip story={story} />
      {swipe && (plain || !isMarked(story)) ? (
        <span className={css.chip}>
          <ArrowUp aria-hidden />
          {t(groupWords.swipeUp)}
        </span>
      ) : null}
    </span>
  );
}

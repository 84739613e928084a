import { Plus, TriangleAlert } from 'lucide-react';
import { limits } from '#contracts/api/limits.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { StoryContent } from '../state/story-content.ts';
import { EntryThumb } from '../strip/EntryThumb.tsx';
import type { StripEntry } from '../strip/entries.ts';
import css from './FlowList.module.css';
import type { FlowStory } from './flow-graph.ts';
import { arrivalOf, needsLook } from './flow-sentences.ts';

/** Properties of a FlowList. */
export interface FlowListProps {
  stories: readonly FlowStory[];
  entries: readonly StripEntry[];
  contents: ReadonlyMap<string, StoryContent>;
  storyId: string;
  onOpen: (storyId: string) => void;
  onAdd: () => void;
}

const thumbWidth = 26;

/** The stories of the group, each with a sentence that says when viewers come to it. */
export function FlowList({ stories, entries, contents, storyId, onOpen, onAdd }: FlowListProps) {
  const most = limits.storiesPerGroup;
  return (
    <>
      <header className={css.head}>
        <h2 className="t-card">{t(words.stories)}</h2>
        <span className="t-caption num">{t(words.placeOf, { place: stories.length, most })}</span>
      </header>
      <ol className={css.list}>
        {stories.map((story, at) => {
          const paused = story.ways.filter(({ resting }) => resting !== null).length;
          const isLook = needsLook(story);
          return (
            <li key={story.id}>
              <button
                type="button"
                className={css.row}
                aria-current={story.id === storyId ? 'true' : undefined}
                onClick={() => onOpen(story.id)}
              >
                <span className={`${css.place} num`}>{story.place}</span>
                <EntryThumb entry={entries[at]!} content={contents.get(story.id)} width={thumbWidth} />
                <span className={css.words}>
                  <span className={`${css.title} truncate`}>{story.title || t(studioWords.untitled)}</span>
                  <span className={css.how} data-look={(!story.isReached && isLook) || undefined}>
                    {arrivalOf(story, stories)}
                  </span>
                  {paused > 0 ? (
                    <span className={css.how} data-look>
                      {t(words.paused, { count: paused })}
                    </span>
                  ) : null}
                </span>
                {isLook ? <TriangleAlert className={css.look} size={16} aria-hidden /> : null}
              </button>
            </li>
          );
        })}
      </ol>
      <footer className={css.foot}>
        <Button
          block
          icon={<Plus aria-hidden />}
          disabledReason={stories.length >= most ? t(studioWords.groupFull, { most }) : undefined}
          onClick={onAdd}
        >
          {t(studioWords.addStory)}
        </Button>
      </footer>
    </>
  );
}

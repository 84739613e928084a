import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { NamedComponentStats } from '#contracts/stats/interactive-stats.ts';
import { groupWithStoriesQuery } from '../../content/story-group-queries.ts';
import { DesignLayer } from '../../designs/DesignLayer.tsx';
import { storyPicture } from '../../group/stories/story-facts.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { type CardStory, ComponentCard } from './ComponentCard.tsx';
import css from './ComponentList.module.css';
import { byStory, cardsOf } from './component-cards.ts';
import { labelsOf, publishedIn } from './component-labels.tsx';

const pageSize = 24;

/** Properties of the ComponentList; `title` is what stands over it; `stale` where those of other days are awaited. */
export interface ComponentListProps {
  groupId: string;
  components: readonly NamedComponentStats[];
  days: Days;
  stale: boolean;
  countedAt: number;
  title: string;
}

function useStories(groupId: string): (storyId: string) => CardStory {
  const { data, isError } = useQuery(groupWithStoriesQuery(groupId));
  const known = useMemo(() => new Map((data?.stories ?? []).map((story) => [story.id, story])), [data]);
  return (id) => {
    const story = known.get(id);
    if (story) return { title: story.title, picture: storyPicture(story), studio: story.studio };
    const title = data && !isError ? t(interactionWords.deletedStory) : t(interactionWords.story);
    return { title, picture: null, studio: undefined };
  };
}

/** The components of a group's stories with their answers, by story, the most used first. */
export default function ComponentList(props: ComponentListProps) {
  const { groupId, components, days, stale, countedAt, title } = props;
  const storyOf = useStories(groupId);
  const cards = useMemo(() => cardsOf(components), [components]);
  const publishedOf = useMemo(() => publishedIn(components), [components]);
  const labelOf = useMemo(() => labelsOf(publishedOf), [publishedOf]);
  const { search } = useGroupSearch();
  const open = search.get('days');
  const [more, setMore] = useState(0);
  // A link to a component's days leads to it, however far down it stands.
  const count = Math.max(pageSize, cards.findIndex(({ key }) => key === open) + 1) + more;
  return (
    <section className={css.root} aria-label={title} aria-busy={stale || undefined}>
      <header className={css.head}>
        <h2 className="t-card">{title}</h2>
        <Badge kind="neutral">{exactNumber(cards.length)}</Badge>
      </header>
      {byStory(cards.slice(0, count)).map(({ story_id, cards }) => {
        const story = storyOf(story_id);
        return (
          <section
            key={story_id}
            className={css.story}
            aria-label={t(interactionWords.componentsOf, { story: story.title })}
          >
            <header className={css.head}>
              <StoryThumb src={story.picture} width={28}>
                {story.studio ? <DesignLayer studio={story.studio} src={story.picture} width={28} /> : null}
              </StoryThumb>
              <h3 className="t-card truncate" title={story.title}>
                {story.title}
              </h3>
            </header>
            <div className={css.cards}>
              {cards.map((card) => (
                <ComponentCard
                  key={card.key}
                  card={card}
                  groupId={groupId}
                  story={story}
                  published={publishedOf(card)}
                  days={days}
                  stale={stale}
                  countedAt={countedAt}
                  labelOf={labelOf}
                />
              ))}
            </div>
          </section>
        );
      })}
      {count < cards.length ? (
        <Button className={css.more} onClick={() => setMore(more + pageSize)}>
          {t(interactionWords.showMore)}
        </Button>
      ) : null}
    </section>
  );
}

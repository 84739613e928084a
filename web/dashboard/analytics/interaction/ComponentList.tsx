import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ComponentStats } from '#contracts/stats/interactive-stats.ts';
import { groupWithStoriesQuery } from '../../content/story-group-queries.ts';
import { storyPicture } from '../../group/stories/story-facts.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import type { LabelOf } from './answer-labels.tsx';
import { type CardStory, ComponentCard } from './ComponentCard.tsx';
import css from './ComponentList.module.css';
import { cardsOf } from './component-cards.ts';

const pageSize = 24;

/** Properties of the ComponentList; `title` is what stands over it; `stale` where those of other days are awaited. */
export interface ComponentListProps {
  groupId: string;
  components: readonly ComponentStats[];
  days: Days;
  stale: boolean;
  countedAt: number;
  title: string;
  labelOf?: LabelOf;
}

function useStories(groupId: string): (storyId: string) => CardStory {
  const { data, isError } = useQuery(groupWithStoriesQuery(groupId));
  const known = useMemo(() => new Map((data?.stories ?? []).map((story) => [story.id, story])), [data]);
  return (id) => {
    const story = known.get(id);
    if (story) return { title: story.title, picture: storyPicture(story) };
    return { title: data && !isError ? t(interactionWords.deletedStory) : t(interactionWords.story), picture: null };
  };
}

/** The components of a group's stories with their answers, by story, the most used first. */
export default function ComponentList(props: ComponentListProps) {
  const { groupId, components, days, stale, countedAt, title, labelOf } = props;
  const storyOf = useStories(groupId);
  const cards = useMemo(() => cardsOf(components), [components]);
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
      <div className={css.cards}>
        {cards.slice(0, count).map((card) => (
          <ComponentCard
            key={card.key}
            card={card}
            groupId={groupId}
            story={storyOf(card.story_id)}
            days={days}
            stale={stale}
            countedAt={countedAt}
            {...(labelOf ? { labelOf } : {})}
          />
        ))}
      </div>
      {count < cards.length ? (
        <Button className={css.more} onClick={() => setMore(more + pageSize)}>
          {t(interactionWords.showMore)}
        </Button>
      ) : null}
    </section>
  );
}

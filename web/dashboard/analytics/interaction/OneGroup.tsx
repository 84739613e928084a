import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, MessageCircleQuestionMark } from 'lucide-react';
import { useLocation } from 'react-router';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import { hasAnswers } from './answer-kinds.ts';
import { groupAnswersQuery } from './answers-queries.ts';
import { GroupAnswers } from './GroupAnswers.tsx';
import css from './OneGroup.module.css';
import type { useAnswerTotals } from './use-answers.ts';

const without = (query: string, ...names: string[]): string => {
  const next = new URLSearchParams(query);
  for (const name of names) next.delete(name);
  return `?${next}`;
};

/** Which group's answers the page shows, and the ways to all groups and to its own page. */
export function GroupHead({ groupId, answers }: { groupId: string; answers: ReturnType<typeof useAnswerTotals> }) {
  const { search } = useLocation();
  const { data: found, isError } = useQuery(groupAnswersQuery(groupId, answers.range));
  const data = found?.data;
  return (
    <div className={css.head}>
      <Button size="toolbar" icon={<ArrowLeft aria-hidden />} to={without(search, 'answers', 'days', 'days_as')}>
        {t(interactionWords.allGroups)}
      </Button>
      {data ? (
        <>
          <div className={css.name}>
            <Cover
              name={data.title}
              src={data.icon}
              size={32}
              state={isGroupActive(data.status) ? 'active' : 'inactive'}
            />
            <h2 className="t-section truncate">{data.title}</h2>
          </div>
          <Button
            size="toolbar"
            iconEnd={<ArrowRight aria-hidden />}
            to={`/analytics/${groupId}${without(search, 'answers', 'view', 'kind', 'days', 'days_as')}`}
          >
            {t(interactionWords.openGroup)}
          </Button>
        </>
      ) : isError ? null : (
        <Skeleton width={200} height={32} radius={8} />
      )}
    </div>
  );
}

/** The components of one group with their answers. */
export function OneGroup({ groupId, answers }: { groupId: string; answers: ReturnType<typeof useAnswerTotals> }) {
  const { totals, none } = answers;
  if (!totals.data) return null;
  if (!hasAnswers(totals.data.stats))
    return (
      <Card as="section" aria-label={t(interactionWords.components)}>
        <EmptyState
          art={<MessageCircleQuestionMark size={28} aria-hidden />}
          title={none ?? t(interactionWords.noAnswers)}
          text={t(interactionWords.noAnswersText)}
        />
      </Card>
    );
  return <GroupAnswers groupId={groupId} title={t(interactionWords.components)} />;
}

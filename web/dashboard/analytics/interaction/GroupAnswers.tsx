import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useRange } from '../../group/analytics/use-range.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import { groupAnswersQuery } from './answers-queries.ts';

const ComponentList = lazy(() => import('./ComponentList.tsx'));

/** The answers to the components of a group in the days of the address; nothing where none was seen or answered. */
export function GroupAnswers({ groupId, title = t(interactionWords.answers) }: { groupId: string; title?: string }) {
  const { range } = useRange();
  const { data, isError, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(groupAnswersQuery(groupId, range));
  if (isError && !data)
    return (
      <ErrorState
        title={t(interactionWords.didNotLoad)}
        text={t(interactionWords.didNotLoadText)}
        onRetry={() => refetch()}
      />
    );
  const components = data?.data?.components ?? [];
  if (!data || components.length === 0) return null;
  return (
    <LazyPart fallback={<Skeleton height={240} radius={12} />}>
      <ComponentList
        groupId={groupId}
        components={components}
        days={data.days}
        stale={isPlaceholderData}
        countedAt={dataUpdatedAt}
        title={title}
      />
    </LazyPart>
  );
}

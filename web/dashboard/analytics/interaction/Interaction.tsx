import { ApiError } from '../../api/error.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { WhySlot } from '../../why/WhySlot.tsx';
import { interactionWords } from '../../words/interaction.en.ts';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import { FiguresWaiting } from '../FiguresWaiting.tsx';
import { togetherOf } from '../together.ts';
import type { FiguresScope } from '../use-scope.ts';
import type { useVersus } from '../use-versus.ts';
import { AllAnswers } from './AllAnswers.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import css from './Interaction.module.css';
import { GroupHead, OneGroup } from './OneGroup.tsx';
import { useAnswerTotals } from './use-answers.ts';

/** What viewers answered: all groups of a scope together and each in a table, or one of them with its components. */
export default function Interaction({ scope, versus }: { scope: FiguresScope; versus: ReturnType<typeof useVersus> }) {
  const { search } = useGroupSearch();
  const groupId = search.get('answers');
  const of = groupId ? { ...scope, groups: [groupId] } : scope;
  const answers = useAnswerTotals(of, versus.start);
  const { totals, none } = answers;
  const isGone =
    totals.error instanceof ApiError && (totals.error.status === 404 || totals.error.status === 422) && groupId;
  if (isGone || (groupId && totals.data?.groups === 0)) return <NotFound to="/home" label={t(shellWords.toHome)} />;
  if (totals.isPending) return <FiguresWaiting />;
  const isStale = totals.isPlaceholderData || undefined;
  return (
    <div className={css.root} data-stale={isStale} aria-busy={isStale}>
      {groupId ? <GroupHead groupId={groupId} answers={answers} /> : null}
      {totals.data ? (
        <AnswersPanel totals={totals.data} countedAt={totals.dataUpdatedAt} versus={versus} none={none} />
      ) : (
        <ErrorState
          title={t(interactionWords.didNotLoad)}
          text={t(interactionWords.didNotLoadText)}
          onRetry={() => totals.refetch()}
        />
      )}
      {groupId ? <OneGroup groupId={groupId} answers={answers} /> : <AllAnswers scope={scope} answers={answers} />}
      <WhySlot together={totals.data && togetherOf(of, totals.data)} />
    </div>
  );
}

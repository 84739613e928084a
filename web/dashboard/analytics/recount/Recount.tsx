import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import { errorText, fieldErrors } from '../../api/error.ts';
import type { RecountProgress } from '../../api/recount-events.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { Answer } from './Answer.tsx';
import { MomentForm } from './MomentForm.tsx';
import { Recounting } from './Recounting.tsx';
import { RuleForm } from './RuleForm.tsx';
import { recountQuery } from './recount-query.ts';
import type { RecountQuestion } from './use-recount.ts';

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isBusy = 'code' in error && error.code === 'Conflict';
  const isRefused = Object.keys(fieldErrors(error)).length > 0;
  const title = isBusy ? recountAnswerWords.busy : isRefused ? recountAnswerWords.notKept : recountAnswerWords.failed;
  const text = Object.values(fieldErrors(error))[0] ?? errorText(error) ?? '';
  return <ErrorState title={t(title)} text={text} onRetry={onRetry} />;
}

/** Asks by what to count an app's days again, and shows how far that is and what it found. */
export function Recount(props: {
  app: AppRow;
  range: Days;
  question: RecountQuestion;
  ask: (question: RecountQuestion) => void;
}) {
  const { app, range, question, ask } = props;
  const [progress, setProgress] = useState<RecountProgress | null>(null);
  const query = useQuery(recountQuery(app.id, range, question, setProgress));
  const { data, error, fetchStatus, refetch, dataUpdatedAt } = query;
  const isRunning = fetchStatus !== 'idle';
  const fault = fieldErrors(error).accepted_until ?? null;
  /** What is asked for once more is counted once more. */
  const start = (next: RecountQuestion, isSame: boolean) => {
    if (isSame) void refetch();
    else ask(next);
  };
  return (
    <>
      {question.by === 'rule' ? (
        <RuleForm
          seconds={question.seconds}
          onAsk={(seconds) => start({ by: 'rule', seconds }, seconds === question.seconds)}
        />
      ) : (
        <MomentForm at={question.at} fault={fault} onAsk={(at) => start({ by: 'moment', at }, at === question.at)} />
      )}
      {isRunning ? (
        <Recounting
          progress={progress}
          waits={fetchStatus === 'paused'}
          onCancel={() => ask(question.by === 'rule' ? { by: 'rule', seconds: null } : { by: 'moment', at: null })}
        />
      ) : error ? (
        fault ? null : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data ? (
        <Answer answer={data} app={app.title} countedAt={dataUpdatedAt} />
      ) : null}
    </>
  );
}

import { WifiOff } from 'lucide-react';
import type { RecountProgress } from '../../api/recount-events.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import css from './Recount.module.css';

/** How far a recount is, or what it waits for, with the way to give it up. */
export function Recounting(props: { progress: RecountProgress | null; waits: boolean; onCancel: () => void }) {
  const { progress, waits, onCancel } = props;
  const percent = Math.round((progress?.done ?? 0) * 100);
  return (
    <div className={css.progress}>
      {waits ? (
        <p className="t-small" role="status">
          <WifiOff size={16} aria-hidden /> {t(recountAnswerWords.offline)}
        </p>
      ) : (
        <>
          <p className="t-small">
            {progress ? t(recountAnswerWords.reading, { percent }) : t(recountAnswerWords.starting)}
          </p>
          <Progress value={progress?.done ?? 0} label={t(recountAnswerWords.reading, { percent })} />
          <p className="t-small">{t(recountAnswerWords.readBatches, { batches: progress?.batches ?? 0 })}</p>
        </>
      )}
      <Button size="small" onClick={onCancel}>
        {t(recountAnswerWords.cancel)}
      </Button>
    </div>
  );
}

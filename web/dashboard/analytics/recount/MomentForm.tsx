import { useState } from 'react';
import { DateTimeField } from '../../kit/fields/DateTimeField.tsx';
import { zoneName } from '../../kit/text/zone.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import { formId } from './form-id.ts';
import css from './Recount.module.css';

/** Asks for the moment by which the counted data had arrived; `fault` is what the server said of it. */
export function MomentForm(props: { at: number | null; fault: string | null; onAsk: (at: number) => void }) {
  const { at, fault, onAsk } = props;
  const { timeZone } = useSession();
  const [moment, setMoment] = useState(at);
  const [wasTried, setTried] = useState(false);
  const now = Math.floor(Date.now() / 1000);
  const isReadable = moment !== null && !Number.isNaN(moment);
  const error =
    moment === null
      ? wasTried
        ? t(recountAnswerWords.momentNeeded)
        : null
      : moment > now
        ? t(recountAnswerWords.momentAhead)
        : moment === at
          ? fault
          : null;
  return (
    <form
      id={formId}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isReadable && moment <= now) onAsk(moment);
      }}
    >
      <DateTimeField
        label={t(recountAnswerWords.momentLabel)}
        value={moment}
        onChange={setMoment}
        timeZone={timeZone}
        max={now}
        exact
        hint={t(recountAnswerWords.momentHint, { zone: zoneName(timeZone, isReadable ? moment : now) })}
        error={error}
      />
    </form>
  );
}

import { useState } from 'react';
import { Slider } from '../../kit/fields/Slider.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import { formId } from './form-id.ts';
import css from './Recount.module.css';
import { mostSeconds, secondsIn } from './use-recount.ts';

const usualSeconds = 3;

/** Asks after how many seconds of watch time a story would count as seen. */
export function RuleForm(props: { seconds: number | null; onAsk: (seconds: number) => void }) {
  const { seconds, onAsk } = props;
  const [typed, setTyped] = useState(String(seconds ?? usualSeconds));
  const [wasTried, setTried] = useState(false);
  const read = secondsIn(typed);
  const fault = t(recountAnswerWords.secondsFault, { least: 0, most: mostSeconds });
  return (
    <form
      id={formId}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (read !== null) onAsk(read);
      }}
    >
      <TextField
        label={t(recountAnswerWords.secondsLabel)}
        value={typed}
        onChange={setTyped}
        onBlur={() => setTried(true)}
        inputMode="decimal"
        maxLength={10}
        hint={t(recountAnswerWords.secondsHint)}
        error={wasTried && read === null ? fault : null}
        autoComplete="off"
      />
      <Slider
        label={t(recountAnswerWords.secondsSlider)}
        min={0}
        max={mostSeconds}
        step={0.5}
        value={read ?? 0}
        valueText={t(recountAnswerWords.secondsValue, { seconds: read ?? 0 })}
        onChange={(seconds) => setTyped(String(seconds))}
      />
    </form>
  );
}

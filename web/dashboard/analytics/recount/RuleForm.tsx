import { type CSSProperties, useId, useState } from 'react';
import slider from '../../crop/ZoomSlider.module.css';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import css from './Recount.module.css';
import { mostSeconds, secondsIn } from './use-recount.ts';

const usualSeconds = 3;

/** Asks after how many seconds of watch time a story would count as seen. */
export function RuleForm(props: { seconds: number | null; busy: boolean; onAsk: (seconds: number) => void }) {
  const { seconds, busy, onAsk } = props;
  const id = useId();
  const [typed, setTyped] = useState(String(seconds ?? usualSeconds));
  const [wasTried, setTried] = useState(false);
  const read = secondsIn(typed);
  const fault = t(recountAnswerWords.secondsFault, { least: 0, most: mostSeconds });
  return (
    <form
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
      <div className={slider.root}>
        <label htmlFor={id} className="visually-hidden">
          {t(recountAnswerWords.secondsSlider)}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={mostSeconds}
          step="any"
          value={read ?? 0}
          aria-valuetext={t(recountAnswerWords.secondsValue, { seconds: read ?? 0 })}
          style={{ '--share': `${((read ?? 0) / mostSeconds) * 100}%` } as CSSProperties}
          onChange={(event) => setTyped(String(Math.round(Number(event.target.value))))}
        />
      </div>
      <Button type="submit" variant="primary" disabled={busy}>
        {t(recountAnswerWords.recount)}
      </Button>
    </form>
  );
}

import { type KeyboardEvent, useId, useState } from 'react';
import { CopyButton } from '../kit/buttons/CopyButton.tsx';
import { Card } from '../kit/Card.tsx';
import { Field } from '../kit/fields/Field.tsx';
import inputCss from '../kit/fields/Input.module.css';
import { LabelChip } from '../kit/text/LabelChip.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import css from './ViewerCard.module.css';

/** Who watches: the token of the instance, and the labels that this viewer is said to have. */
export function ViewerCard(props: { token: string; labels: string[]; onLabels: (labels: string[]) => void }) {
  const { token, labels, onLabels } = props;
  const [text, setText] = useState('');
  const id = useId();

  const add = () => {
    const fresh = text
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label && !labels.includes(label));
    if (fresh.length) onLabels([...labels, ...new Set(fresh)]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && !text && labels.length) onLabels(labels.slice(0, -1));
  };

  return (
    <Card as="section" aria-label={t(showcaseWords.thisViewer)} className={css.fields}>
      <Field id={`${id}-token`} label={t(showcaseWords.instanceToken)}>
        <div className={inputCss.root}>
          <input id={`${id}-token`} readOnly value={token} className="truncate" />
          <CopyButton text={token} label={t(showcaseWords.copyToken)} />
        </div>
      </Field>
      <Field
        id={id}
        label={t(showcaseWords.viewerLabels)}
        hint={labels.length ? null : t(showcaseWords.viewerLabelsHint)}
      >
        <div className={`${inputCss.root} ${css.labels}`}>
          {labels.map((label) => (
            <LabelChip key={label} onRemove={() => onLabels(labels.filter((other) => other !== label))}>
              {label}
            </LabelChip>
          ))}
          <input
            id={id}
            value={text}
            placeholder={labels.length ? '' : t(showcaseWords.viewerLabelsExample)}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            aria-describedby={labels.length ? undefined : `${id}-hint`}
          />
        </div>
      </Field>
    </Card>
  );
}
